import { createApp } from "../../../emulator/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"

type Application = NonNullable<Fixture["workspaces"][number]["applications"]>[number]
type Datastore = NonNullable<Application["datastores"]>[number]
type Fields = Datastore["fields"]

// Every member of the workspace may read auto actions' settings (api.md section 7.1), so their names are not secret.

/**
 * A word for each group of records. Every record of the group contains it, and no other record does. Users who may not see the group must
 * not receive its word.
 */
export const WORDS = {
  /** Items of the application CRM that its members see. */
  amber: "amber",
  /** Names of settings that only administrators of CRM see. */
  quartz: "quartz",
  /** Values of items that only administrators of CRM see. */
  garnet: "garnet",
  /** Values of items of the application OPS. */
  topaz: "topaz",
  /** Names and values of the other workspace. */
  onyx: "onyx",
} as const

export type Word = keyof typeof WORDS

export interface Caller {
  readonly name: string
  readonly token: string | null
  readonly mayRead: readonly Word[]
  /** Whether a reference to a hidden or foreign record gets the same response as one to a missing record (model.md section 3). */
  readonly hasRoles: boolean
  readonly isNobody?: true
}

/** Nine kinds of users, and three kinds of requests without a user. */
export const CALLERS: readonly Caller[] = [
  { name: "administrator of the workspace, without a role", token: "wendy", mayRead: ["quartz"], hasRoles: false },
  { name: "ADMIN of the application", token: "ada", mayRead: ["amber", "quartz", "garnet"], hasRoles: true },
  { name: "member of the application", token: "mia", mayRead: ["amber"], hasRoles: true },
  { name: "guest, whose role no action lists", token: "gus", mayRead: ["amber"], hasRoles: true },
  { name: "administrator of a group", token: "dave", mayRead: ["amber"], hasRoles: true },
  { name: "user of another application", token: "otto", mayRead: ["topaz"], hasRoles: false },
  { name: "member of the workspace without a role", token: "nora", mayRead: [], hasRoles: false },
  { name: "user without a workspace", token: "nick", mayRead: [], hasRoles: false },
  { name: "administrator of another workspace", token: "olga", mayRead: ["onyx"], hasRoles: false },
  { name: "nobody: no token", token: null, mayRead: [], hasRoles: false, isNobody: true },
  { name: "nobody: an expired token", token: "expired", mayRead: [], hasRoles: false, isNobody: true },
  { name: "nobody: a token that was never issued", token: "nonsense", mayRead: [], hasRoles: false, isNobody: true },
]

const email = (name: string) => `${name}@acme.test`
const ALL_ROLES = ["ADMIN", "MEMBER", "GUEST"]
const ADMIN = ["ADMIN"]

const deals = (word: string): Fields => ({
  Title: { name: "Title", dataType: "text", as_title: true, unique: true, full_text: true },
  Amount: { dataType: "number" },
  Size: { dataType: "select", options: { s: "Small", l: "Large" } },
  Team: { dataType: "users" },
  Papers: { dataType: "file", file: { multiple: true } },
  Number: { dataType: "autonum" },
  Memo: { name: `${word} memo`, dataType: "text", full_text: true, roles: ADMIN },
  Grade: { name: `${word} grade`, dataType: "select", options: { GradeA: `${word} option` }, roles: ADMIN },
})

const vault: Datastore = {
  datastore_id: "Vault",
  name: "quartz vault",
  roles: ADMIN,
  fields: {
    VaultName: { name: "quartz name", dataType: "text", as_title: true, full_text: true },
    VaultDeal: { name: "quartz deal", dataType: "dslookup", dslookup: { datastore: "Deals", field: "Title" } },
    Scan: { name: "quartz scan", dataType: "file" },
  },
  statuses: { Locked: { name: "quartz status" } },
  actions: { VaultCreate: { crud_type: "1" }, VaultUpdate: { crud_type: "2" } },
  items: [{ key: "gold", values: { VaultName: "garnet gold", VaultDeal: "@first" }, links: ["Deals@second"] }],
}

const crm: Application = {
  application_id: "CRM",
  name: "CRM",
  roles: [
    { role_id: "ADMIN", name: "admin", users: [email("ada")] },
    { role_id: "MEMBER", name: "member", users: [email("mia"), email("dave")] },
    { role_id: "GUEST", name: "guest", users: [email("gus")] },
  ],
  datastores: [
    {
      datastore_id: "Deals",
      name: "Deals",
      roles: ALL_ROLES,
      fields: deals("quartz"),
      statuses: { New: { name: "New" }, Done: { name: "Done" } },
      actions: {
        Create: { crud_type: "1", default: true, roles: ["ADMIN", "MEMBER"], publish: { roles: ALL_ROLES } },
        Update: { crud_type: "2", default: true, roles: ["ADMIN", "MEMBER"] },
        Copy: { crud_type: "4", default: true, roles: ["ADMIN", "MEMBER"] },
        Delete: { crud_type: "3", default: true, roles: ["ADMIN", "MEMBER"] },
        Finish: { crud_type: "2", status: "New", next_status: "Done", roles: ["ADMIN", "MEMBER"] },
      },
      items: [
        {
          key: "first",
          values: { Title: "amber first", Memo: "garnet memo", Grade: "GradeA" },
          links: ["Vault@gold"],
          access: { roles: ALL_ROLES },
        },
        { key: "second", values: { Title: "amber second", Team: [email("mia")] }, access: { roles: ALL_ROLES } },
        { key: "secret", values: { Title: "garnet deal", Memo: "garnet note" }, access: { roles: ADMIN } },
      ],
    },
    vault,
  ],
  reports: [
    { report_id: "Open", name: "Open", datastore: "Deals", columns: [{ field: "Title" }, { field: "Memo" }] },
    { report_id: "Shut", name: "quartz report", datastore: "Vault", columns: [{ field: "VaultName" }] },
  ],
  charts: [],
  functions: {
    Echo: { code: "function main(data) { return data }", roles: ALL_ROLES },
    Closed: { code: "function main() { return 'garnet' }", roles: ADMIN },
  },
  queries: [
    { name: "All", datastore_id: "Deals", conditions: [{ id: "Title", search_value: ["amber"] }] },
    { name: "quartz query", datastore_id: "Vault", conditions: [] },
  ],
  auto_actions: [
    {
      name: "nightly",
      datastore_id: "Vault",
      action_id: "VaultUpdate",
      conditions: [],
      action_schedule: { time_type: "day", time_value: "03:00" },
    },
  ],
}

const users = ["wendy", "ada", "mia", "gus", "dave", "otto", "nora", "nick", "olga"]

const fixture: Fixture = {
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  users: users.map((name) => ({
    email: name === "olga" ? "olga@onyx.test" : email(name),
    username: name === "olga" ? "onyx olga" : name,
    password: `${name}-pass`,
    token: `${name}-token`,
  })),
  workspaces: [
    {
      name: "Acme",
      admins: [email("wendy")],
      group: {
        group_id: "ACME",
        name: "Acme",
        members: ["wendy", "ada", "mia", "gus", "otto", "nora"].map(email),
        groups: [{ group_id: "SALES", name: "Sales", admins: [email("dave")] }],
      },
      applications: [
        crm,
        {
          application_id: "OPS",
          name: "OPS",
          roles: [{ role_id: "ADMIN", name: "admin", users: [email("otto")] }],
          datastores: [
            {
              datastore_id: "Tasks",
              name: "Tasks",
              fields: { Name: { dataType: "text", as_title: true, full_text: true } },
              items: [{ key: "task", values: { Name: "topaz task" }, access: { roles: ["ADMIN"] } }],
            },
          ],
        },
      ],
    },
    {
      name: "onyx workspace",
      admins: ["olga@onyx.test"],
      group: { group_id: "ONYX", name: "onyx group" },
      applications: [
        {
          ...crm,
          application_id: "HR",
          name: "onyx application",
          roles: [{ role_id: "ADMIN", name: "onyx admin", users: ["olga@onyx.test"] }],
          datastores: [
            {
              datastore_id: "People",
              name: "onyx people",
              fields: {
                StaffName: { name: "onyx name", dataType: "text", as_title: true },
                Photo: { name: "onyx photo", dataType: "file" },
              },
              actions: { StaffCreate: { crud_type: "1" }, StaffUpdate: { crud_type: "2" } },
              items: [{ key: "olga", values: { StaffName: "onyx person" } }],
            },
          ],
          reports: [
            { report_id: "Payroll", name: "onyx report", datastore: "People", columns: [{ field: "StaffName" }] },
          ],
          functions: { Pay: "function main() { return 'onyx' }" },
          queries: [{ name: "onyx query", datastore_id: "People", conditions: [] }],
          auto_actions: [],
        },
      ],
    },
  ],
}

const PLACES = [
  { app: "CRM", datastore: "Deals", field: "Papers", by: "ada", file: "amber.txt" },
  { app: "CRM", datastore: "Vault", field: "Scan", by: "ada", file: "garnet.txt" },
  { app: "HR", datastore: "People", field: "Photo", by: "olga", file: "onyx.txt" },
]

/** The world with a comment and a file at an item of each workspace, and an expired token. */
export async function leakWorld(): Promise<{ readonly world: EngineWorld; readonly expired: string }> {
  const world = await createEngineWorld({ fixture })
  const app = createApp({ world })
  const { body } = await apiClient(app).login({ body: { email: email("mia"), password: "mia-pass" } })
  await world.clock.advance("2d")
  for (const { app: application, datastore, field, by, file } of PLACES) {
    const api = apiClient(app, `${by}-token`)
    const place = { "app-id": application, "datastore-id": datastore }
    const { items } = (await api.itemList({ params: place })).body
    const item = items.find(({ title }) => title !== "amber second" && title !== "garnet deal")
    const params = { ...place, "item-id": item?.i_id ?? "" }
    await api.postItemComment({ params, body: { comment: file.replace(".txt", " comment") } })
    const uploaded = await api.uploadFileDetached({ form: { file: new File(["bytes"], file, { type: "text/plain" }) } })
    await api.updateItem({ params, body: { item: { [field]: [uploaded.body.file_id] }, is_force_update: true } })
  }
  return { world: world.fork(), expired: body.token ?? "" }
}
