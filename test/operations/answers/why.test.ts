import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { type CauseKind, DomainError } from "../../../src/model/index.ts"
import type { World } from "../../../src/world/index.ts"
import { type Answered, type ApiClient, apiClient } from "../../conformance.ts"
import { at, datastoreOf, fieldIdOf, fixtureItem, type OfficeFixture, office, UNKNOWN_ID } from "../items/office.ts"

/** Tests errors.md section 1, "causes". */

type InProcess = ReturnType<World["as"]>

interface Case {
  readonly user: "ada" | "bob" | "carol" | "dave"
  readonly inProcess: (user: InProcess, world: World) => Promise<unknown>
  readonly overHttp: (user: ApiClient, world: World) => Promise<Answered<unknown>>
  readonly kind: CauseKind
  /** The cause as a sentence. `ITEM` is replaced by the ID of the first deal. */
  readonly why: string
  /** Names that only the developer may see. */
  readonly hidden?: readonly string[]
}

const DEALS = { application: "CRM", datastore: "Deals" }
const AUDIT = { application: "CRM", datastore: "Audit" }

const first = (world: World): string => fixtureItem(world, "Deals", 0).iId
const secret = (world: World): string => fixtureItem(world, "Customers", 2).iId

/** Adds a datastore, an action and a role list that hide something from Bob. */
function vary({ fixture, deals, customers }: OfficeFixture): void {
  const [application] = fixture.workspaces[0]?.applications ?? []
  application?.datastores?.push({
    datastore_id: "Audit",
    name: "Audit trail",
    roles: ["MANAGER"],
    fields: { Text: { dataType: "text" } },
  })
  if (deals.actions?.DeleteDeal !== undefined) deals.actions.DeleteDeal.roles = ["MANAGER"]
  deals.items?.push({ values: { Title: "without amount" }, status: "Working" })
  deals.items?.push({ values: { Title: "of Support" }, access: { groups: ["SUPPORT"] } })
  customers.actions = {
    Create: { crud_type: "1", default: true },
    Update: { crud_type: "2", default: true, roles: ["ADMIN"] },
  }
}

const cases: Readonly<Record<string, Case>> = {
  "a datastore that no role shows": {
    user: "bob",
    inProcess: (bob) => bob.getItemDetails({ ...AUDIT, itemId: UNKNOWN_ID }),
    overHttp: (bob) => bob.getItemDetails({ params: at("Audit", UNKNOWN_ID) }),
    kind: "datastore_hidden",
    why: "no role of Bob shows the datastore Audit: it needs role ADMIN or MANAGER; Bob has MEMBER",
    hidden: ["MANAGER", "ADMIN"],
  },
  "a datastore that no role shows, for a new item": {
    user: "carol",
    inProcess: (carol) => carol.createItem({ ...AUDIT, item: {} }),
    overHttp: (carol) => carol.createItem({ params: at("Audit"), body: { item: {} } }),
    kind: "datastore_hidden",
    why: "no role of Carol shows the datastore Audit: it needs role ADMIN or MANAGER; Carol has MEMBER",
    hidden: ["Audit", "MANAGER"],
  },
  "a misspelt datastore": {
    user: "bob",
    inProcess: (bob) => bob.itemList({ application: "CRM", datastore: "Deels" }),
    overHttp: (bob) => bob.itemList({ params: at("Deels"), body: { page: 1, per_page: 10 } }),
    kind: "datastore_unknown",
    why: "datastore not found: Deels; did you mean Deals?",
    hidden: ["Deals"],
  },
  "an application of another workspace": {
    user: "bob",
    inProcess: (bob) => bob.getDatastores({ application: "HR" }),
    overHttp: (bob) => bob.getDatastores({ params: { "project-id": "HR" } }),
    kind: "application_elsewhere",
    why: 'application not found: HR; the application is in the workspace "Globex", but bob@acme.test works in "Acme"',
    hidden: ["Globex"],
  },
  "an action that the roles forbid": {
    user: "bob",
    inProcess: (bob, world) => bob.deleteItem({ ...DEALS, itemId: first(world), actionId: "DeleteDeal" }),
    overHttp: (bob, world) => bob.deleteItem({ params: at("Deals", first(world)), body: { a_id: "DeleteDeal" } }),
    kind: "action_role",
    why: "DeleteDeal needs role ADMIN or MANAGER; Bob has MEMBER",
    hidden: ["MANAGER", "MEMBER"],
  },
  "an action that the status does not offer": {
    user: "ada",
    inProcess: (ada, world) => ada.executeAction({ ...DEALS, itemId: first(world), actionId: "Finish", revNo: 1 }),
    overHttp: (ada, world) => ada.executeAction({ params: at("Deals", first(world), "Finish"), body: { rev_no: 1 } }),
    kind: "action_status",
    why: "Finish runs from status Working, the item is New",
    hidden: ["Working"],
  },
  "an unknown action": {
    user: "ada",
    inProcess: (ada, world) => ada.executeAction({ ...DEALS, itemId: first(world), actionId: "Finsh", revNo: 1 }),
    overHttp: (ada, world) => ada.executeAction({ params: at("Deals", first(world), "Finsh"), body: { rev_no: 1 } }),
    kind: "action_unknown",
    why: "Deals has no action Finsh; did you mean Finish?",
    hidden: ["Finish"],
  },
  "an action of another kind": {
    user: "ada",
    inProcess: (ada) => ada.createItem({ ...DEALS, actionId: "UpdateDeal", item: {} }),
    overHttp: (ada) => ada.createItem({ params: at("Deals"), body: { action_id: "UpdateDeal", item: {} } }),
    kind: "action_kind",
    why: "the operation needs a create action; UpdateDeal is an update action",
  },
  "a right of administrators": {
    user: "bob",
    inProcess: (bob) => bob.createGroup({ group: "SALES", displayId: "NEW", name: "New" }),
    overHttp: (bob) =>
      bob.createGroup({ params: { "parent-group-id": "SALES" }, body: { display_id: "NEW", name: "New" } }),
    kind: "administrator",
    why: "the operation needs an administrator of the workspace or the group SALES; Bob is not one",
    hidden: ["Bob is"],
  },
  "an item without a key of the user": {
    user: "carol",
    inProcess: (carol, world) => carol.getItemDetails({ ...DEALS, itemId: fixtureItem(world, "Deals", 3).iId }),
    overHttp: (carol, world) => carol.getItemDetails({ params: at("Deals", fixtureItem(world, "Deals", 3).iId) }),
    kind: "item_keys",
    why: "Carol has none of the item's keys: the item has group SUPPORT; Carol has user Carol, group TOKYO, role MEMBER",
    hidden: ["SUPPORT", "TOKYO"],
  },
  "an item to write without a key of the user": {
    user: "carol",
    inProcess: (carol, world) =>
      carol.updateItem({ ...DEALS, itemId: fixtureItem(world, "Deals", 3).iId, revNo: 1, item: {} }),
    overHttp: (carol, world) =>
      carol.updateItem({ params: at("Deals", fixtureItem(world, "Deals", 3).iId), body: { rev_no: 1, item: {} } }),
    kind: "item_keys",
    why: "Carol has none of the item's keys: the item has group SUPPORT; Carol has user Carol, group TOKYO, role MEMBER",
    hidden: ["SUPPORT", "TOKYO"],
  },
  "an item of another datastore": {
    user: "ada",
    inProcess: (ada, world) => ada.getItemDetails({ application: "CRM", datastore: "Lines", itemId: first(world) }),
    overHttp: (ada, world) => ada.getItemDetails({ params: at("Lines", first(world)) }),
    kind: "item_elsewhere",
    why: "the item ITEM is in the datastore Deals",
    hidden: ["Deals"],
  },
  "another revision": {
    user: "ada",
    inProcess: (ada, world) => ada.updateItem({ ...DEALS, itemId: first(world), revNo: 7, item: { Title: "A" } }),
    overHttp: (ada, world) =>
      ada.updateItem({ params: at("Deals", first(world)), body: { rev_no: 7, item: { Title: "A" } } }),
    kind: "revision",
    why: "the item has revision 1, the request has 7",
  },
  "a mandatory value that is missing": {
    user: "ada",
    inProcess: (ada, world) =>
      ada.executeAction({ ...DEALS, itemId: fixtureItem(world, "Deals", 2).iId, actionId: "Finish", revNo: 1 }),
    overHttp: (ada, world) =>
      ada.executeAction({ params: at("Deals", fixtureItem(world, "Deals", 2).iId, "Finish"), body: { rev_no: 1 } }),
    kind: "value_missing",
    why: "Finish needs a value of Amount, which is mandatory",
    hidden: ["Finish"],
  },
  "a field that no role shows": {
    user: "bob",
    inProcess: (bob, world) =>
      bob.createItem({ ...DEALS, changes: [{ id: fieldIdOf(world, "Deals", "Margin"), value: 1 }] }),
    overHttp: (bob, world) =>
      bob.createItem({
        params: at("Deals"),
        body: { changes: [{ id: fieldIdOf(world, "Deals", "Margin"), value: 1 }] },
      }),
    kind: "field_hidden",
    why: "no role of Bob shows the field Margin: it needs role ADMIN or MANAGER; Bob has MEMBER",
    hidden: ["Margin", "MANAGER"],
  },
  "a value over the limit": {
    user: "ada",
    inProcess: (ada) => ada.createItem({ ...DEALS, item: { Amount: 2_000_000 } }),
    overHttp: (ada) => ada.createItem({ params: at("Deals"), body: { item: { Amount: 2_000_000 } } }),
    kind: "value_invalid",
    why: "Amount: VALUE; the request has 2000000",
    hidden: ["2000000"],
  },
  "a value that another item has": {
    user: "ada",
    inProcess: (ada) => ada.createItem({ application: "CRM", datastore: "Customers", item: { Name: "Hidden Inc." } }),
    overHttp: (ada) => ada.createItem({ params: at("Customers"), body: { item: { Name: "Hidden Inc." } } }),
    kind: "value_taken",
    why: "Name is unique, and the item SECRET has the same value",
    hidden: ["SECRET"],
  },
}

const refusalOf = (call: Promise<unknown>): Promise<DomainError> =>
  call.then(
    () => expect.fail("the call was not refused"),
    (error: unknown) => (error instanceof DomainError ? error : expect.fail(`it threw ${String(error)}`)),
  )

interface LoggedRequest {
  readonly why?: string
  readonly causes?: readonly { readonly kind: string; readonly says: string; readonly section: string }[]
}

/** Returns the latest entry of the world's request log. */
async function latestEntry(world: World, send: (app: ReturnType<typeof createApp>) => Promise<Answered<unknown>>) {
  const app = createApp({ world })
  const answered = await send(app)
  const listed = await app.fetch("/_hexarium/worlds/main/requests?limit=1")
  const { requests } = (await listed.json()) as { requests: LoggedRequest[] }
  return { answered, entry: requests[0] ?? expect.unreachable() }
}

describe.each(Object.entries(cases))("%s", (_, { user, inProcess, overHttp, kind, why, hidden = [] }) => {
  const named = (text: string, world: World, rule: string): string =>
    text.replace("ITEM", first(world)).replace("SECRET", secret(world)).replace("VALUE", rule)

  test("has its cause in process, at the end of the message", async () => {
    const { world } = await office(vary)
    const error = await refusalOf(inProcess(world.as(`${user}@acme.test`), world))
    expect(error.why).toBe(named(why, world, error.findings[0]?.error ?? ""))
    expect(error.refusal.causes?.map((cause) => cause.kind)).toContain(kind)
    const ends = [error.why, `${error.why} (${error.code}, ${error.status})`]
    expect(ends.some((end) => error.message.endsWith(`: ${end}`))).toBe(true)
    expect(JSON.stringify([error.text, error.findings])).not.toContain(`${error.why}`)
  })

  test("has its cause in the request log, and not in the response", async () => {
    const { world } = await office(vary)
    const { answered, entry } = await latestEntry(world, (app) => overHttp(apiClient(app, `${user}-token`), world))
    expect(answered.status).toBeGreaterThanOrEqual(400)
    const body = JSON.stringify(answered.body)
    const rule = /"error":"([^"]*)"/.exec(body)?.[1] ?? ""
    expect(entry.why).toBe(named(why, world, rule))
    expect(entry.causes?.[0]).toMatchObject({
      kind,
      says: entry.why,
      section: expect.stringMatching(/^\w+\.md section \d/),
    })
    for (const text of hidden) expect(body).not.toContain(named(text, world, ""))
    for (const header of ["x-hexarium-request", "x-hexarium-why"]) expect(answered.headers.get(header)).toBeNull()
  })
})

test("a response has the same bytes whether the datastore is hidden or unknown", async () => {
  const { bob } = await office(vary)
  const textOf = async (datastore: string) => {
    const { status, body } = await bob.itemList({ params: at(datastore), body: { page: 1, per_page: 10 } })
    return [status, JSON.stringify(body).replaceAll(datastore, "…")]
  }
  expect(await textOf("Audit")).toEqual(await textOf("Nope"))
})

test("an item that was deleted is distinguished from an item that never was", async () => {
  const { world } = await office(vary)
  const ada = world.as("ada@acme.test")
  const itemId = first(world)
  await ada.deleteItem({ ...DEALS, itemId, actionId: "DeleteDeal" })
  expect((await refusalOf(ada.getItemDetails({ ...DEALS, itemId }))).why).toBe(`the item ${itemId} was deleted`)
  expect((await refusalOf(ada.getItemDetails({ ...DEALS, itemId: UNKNOWN_ID }))).why).toBeUndefined()
})

test("a rolled back request names the cause of its related entry", async () => {
  const { world } = await office(vary)
  const related = {
    [datastoreOf(world, "Deals").dId]: [{ operation: 3, itemId: first(world), actionId: "DeleteDeal" }],
  }
  const input = { application: "CRM", datastore: "Lines", item: { Product: "A" }, ensureTransaction: true }
  const error = await refusalOf(world.as("bob@acme.test").createItem({ ...input, relatedDsItems: related }))
  expect([error.code, error.why]).toEqual([
    "TRANSACTION_ABORTED",
    "DeleteDeal needs role ADMIN or MANAGER; Bob has MEMBER",
  ])
})

describe("a failed login", () => {
  test.each([
    ["bob@acme.test", "the password is not the one of Bob"],
    ["nobody@acme.test", "no user with a password has this address or user code"],
  ])("has a cause without the password for %s", async (email, why) => {
    const { world } = await office()
    const password = "a-very-wrong-password"
    const { answered, entry } = await latestEntry(world, (app) => apiClient(app).login({ body: { email, password } }))
    expect(answered.status).toBe(401)
    expect(entry.why).toBe(why)
    expect(JSON.stringify(entry)).not.toContain(password)
    expect((await refusalOf(world.public.login({ email, password }))).message).not.toContain(password)
  })
})

test("a refused GraphQL root has its cause in the log, and not in the response", async () => {
  const { world } = await office(vary)
  const app = createApp({ world })
  const response = await app.fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer bob-token" },
    body: JSON.stringify({
      query: `mutation { datastoreExecuteItemAction(projectId: "CRM", datastoreId: "Deals", itemId: "${first(world)}", actionId: "DeleteDeal", itemActionParameters: {}) { error } }`,
    }),
  })
  const body = await response.text()
  const listed = await app.fetch("/_hexarium/worlds/main/requests?limit=1")
  const { requests } = (await listed.json()) as { requests: LoggedRequest[] }
  expect(requests[0]?.why, body).toBe("DeleteDeal needs role ADMIN or MANAGER; Bob has MEMBER")
  expect(body).not.toContain("needs role")
})

test("the call route has the cause in the message and as a property", async () => {
  const { world } = await office(vary)
  const app = createApp({ world })
  const response = await app.fetch("/_hexarium/worlds/main/call", {
    method: "POST",
    headers: { "content-type": "application/json", "x-hexarium": "1" },
    body: JSON.stringify({
      operation: "deleteItem",
      as: "bob@acme.test",
      input: { ...DEALS, itemId: first(world), actionId: "DeleteDeal" },
    }),
  })
  const { error } = (await response.json()) as { error: { message: string; why: string } }
  expect(error.why).toBe("DeleteDeal needs role ADMIN or MANAGER; Bob has MEMBER")
  expect(error.message.endsWith(`(NO_PRIVILEGES, 403): ${error.why}`)).toBe(true)
})

test("a refusal has the number of its log entry only for a token that observes", async () => {
  const { world } = await office(vary)
  const app = createApp({ world })
  const issued = await app.fetch("/_hexarium/worlds/main/tokens", {
    method: "POST",
    headers: { "content-type": "application/json", "x-hexarium": "1" },
    body: JSON.stringify({ user: "bob@acme.test", observe: true }),
  })
  const { token } = (await issued.json()) as { token: string }
  const ask = async (bearer: string) =>
    (
      await app.fetch("/api/v0/applications/CRM/datastores/Nope/items/search", {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: "{}",
      })
    ).headers.get("x-hexarium-request")
  expect(await ask(token)).toBe("1")
  expect(await ask("bob-token")).toBeNull()
})

describe("a response suggests", () => {
  const errorsOf = ({ body }: Answered<unknown>): unknown[] => {
    const { error } = body as { error: { error: string; error_code: string; description: string }[] }
    return error.map((one) => [one.description, one.error, one.error_code])
  }
  const withHiddenFields = (parts: OfficeFixture): void => {
    vary(parts)
    const { deals, lines } = parts
    deals.fields.Concealed = { dataType: "text", hide_from_api: true }
    deals.fields.Locked = { dataType: "text" }
    lines.fields.Secluded = { dataType: "text", hide_from_api: true }
    deals.actions = {
      ...deals.actions,
      CreateDeal: { crud_type: "1", default: true, fields: { Locked: { update: false } } },
    }
  }

  test.each(["item", "changes"])("a similar field that the caller may write, in %s", async (member) => {
    const { bob } = await office(withHiddenFields)
    const keys = ["Detials", "Margn", "Lockd", "Concealedd", "Nothing"]
    const body =
      member === "item"
        ? { item: Object.fromEntries(keys.map((key) => [key, 1])) }
        : { changes: keys.map((id) => ({ id, value: 1 })) }
    expect(errorsOf(await bob.createItem({ params: at("Deals"), body }))).toEqual([
      ["unknown field: Detials", "unknown field; did you mean Details?", "INVALID_PARAMS"],
      ...keys.slice(1).map((key) => [`unknown field: ${key}`, "unknown field", "INVALID_PARAMS"]),
    ])
  })

  test("a similar field of a related entry", async () => {
    const { ada } = await office(withHiddenFields)
    const entries = [
      { operation: 1, item: { Prodct: "x" } },
      { operation: 1, item: { Secludedd: "x" } },
    ]
    const answered = await ada.createItem({
      params: at("Deals"),
      body: { item: { Title: "A" }, related_ds_items: { Lines: entries } },
    })
    expect(errorsOf(answered)).toEqual([
      ["unknown field: Prodct", "unknown field; did you mean Product?", "INVALID_PARAMS"],
      ["unknown field: Secludedd", "unknown field", "INVALID_PARAMS"],
    ])
  })

  test("no user, datastore, application or action, and nothing in a 401, 403 or 404", async () => {
    const { world } = await office(withHiddenFields)
    const app = createApp({ world })
    const bob = apiClient(app, "bob-token")
    const answers = [
      await bob.itemList({ params: at("Deels"), body: { page: 1, per_page: 10 } }),
      await bob.getDatastores({ params: { "project-id": "CRN" } }),
      await bob.createItem({ params: at("Deels"), body: { item: {} } }),
      await bob.executeAction({ params: at("Deals", first(world), "Finsh"), body: { rev_no: 1 } }),
      await bob.deleteItem({ params: at("Deals", first(world)), body: { a_id: "DeleteDeal" } }),
      await apiClient(app).login({ body: { email: "bbo@acme.test", password: "x" } }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(JSON.stringify(body)).not.toMatch(/did you mean|available:/)
    }
  })
})
