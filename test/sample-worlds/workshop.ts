import { createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createEngineWorld, type EngineWorld, type World } from "../../src/world/index.ts"
import { type ApiClient, apiClient } from "../conformance.ts"

/**
 * A world for reading and writing settings. Acme has the applications Shop and Lab. In Shop, Ada has ADMIN, Bob MEMBER, Cleo only CLERK.
 * Ned administers the workspace and has no role. Orders has statuses, actions and a field that only ADMIN sees. CLERK does not see the
 * datastore Secrets. Olga administers Globex.
 */
export const workshopFixture: Fixture = {
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  seed: 5,
  users: [
    { email: "ada@acme.test", username: "Ada", token: "ada-token" },
    { email: "bob@acme.test", username: "Bob", token: "bob-token" },
    { email: "cleo@acme.test", username: "Cleo", token: "cleo-token" },
    { email: "ned@acme.test", username: "Ned", token: "ned-token" },
    { email: "olga@globex.test", username: "Olga", token: "olga-token" },
  ],
  workspaces: [
    {
      name: "Acme",
      admins: ["ned@acme.test"],
      group: {
        group_id: "ACME",
        name: "Acme",
        members: ["ada@acme.test", "bob@acme.test", "cleo@acme.test", "ned@acme.test"],
      },
      applications: [
        {
          application_id: "SHOP",
          name: { en: "Shop", ja: "店" },
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
            { role_id: "MEMBER", name: "member", users: ["bob@acme.test"] },
            { role_id: "CLERK", name: "clerk", users: ["cleo@acme.test"] },
          ],
          datastores: [
            {
              datastore_id: "Orders",
              name: { en: "Orders", ja: "注文" },
              fields: {
                Title: { name: { en: "Title", ja: "件名" }, dataType: "text", as_title: true },
                Amount: { dataType: "number", layout: { sizeX: 6, sizeY: 2, col: 3, row: 4 } },
                Margin: { dataType: "number", roles: [] },
                Legacy: { dataType: "text", hide_from_api: true },
              },
              statuses: {
                New: { name: { en: "New", ja: "新規" } },
                Sent: { name: "Sent" },
              },
              actions: {
                Create: { crud_type: "1", default: true, display_order: 3 },
                Update: {
                  name: { en: "Edit", ja: "編集" },
                  crud_type: "2",
                  default: true,
                  display_order: 1,
                  description: "Change it",
                  roles: ["CLERK"],
                  fields: {
                    Title: { mandatory: true },
                    Amount: { show: false, update: false },
                    Margin: { update: false },
                  },
                  pre_script: "function main(data) { return { checked: true } }",
                },
                Delete: { crud_type: "3", roles: [], display_order: 2 },
                Send: { crud_type: "2", status: "New", next_status: "Sent", display_order: 4 },
                Recall: { crud_type: "2", status: "Sent", next_status: "New", display_order: 5 },
              },
              items: [
                { key: "first", values: { Title: "First", Amount: 5 } },
                { key: "second", values: { Title: "Second" }, status: "Sent" },
              ],
            },
            {
              datastore_id: "Secrets",
              name: "Secrets",
              roles: ["MEMBER"],
              fields: { Name: { dataType: "text" } },
            },
          ],
          auto_actions: [
            {
              name: "Nightly recall",
              datastore_id: "Orders",
              action_id: "Recall",
              conditions: [],
              action_schedule: { time_type: "day", time_value: "01:00" },
            },
          ],
        },
        {
          application_id: "LAB",
          name: "Lab",
          roles: [{ role_id: "ADMIN", name: "admin", users: ["bob@acme.test"] }],
          datastores: [{ datastore_id: "Tests", name: "Tests", fields: { Name: { dataType: "text" } } }],
        },
      ],
    },
    {
      name: "Globex",
      admins: ["olga@globex.test"],
      group: { group_id: "GLOBEX", name: "Globex" },
      applications: [
        {
          application_id: "HR",
          name: "HR",
          roles: [{ role_id: "ADMIN", name: "admin", users: ["olga@globex.test"] }],
          datastores: [{ datastore_id: "People", name: "People", fields: { Name: { dataType: "text" } } }],
        },
      ],
    },
  ],
}

export interface Workshop {
  readonly world: EngineWorld
  /** A client with the token `<name>-token`. */
  readonly as: (name: string) => ApiClient
  /** A client without a token. */
  readonly anybody: ApiClient
  readonly application: (displayId: string) => ReturnType<typeof findApplication>
  readonly datastore: (displayId: string) => ReturnType<typeof findDatastore>
  readonly action: (displayId: string, datastore?: string) => ReturnType<typeof findAction>
  readonly rId: (displayId: string, application?: string) => string
}

let first: Promise<EngineWorld> | undefined

/** Returns a fork of the workshop world, so that tests do not affect each other. */
export async function workshop(): Promise<Workshop> {
  first ??= createEngineWorld({ fixture: workshopFixture })
  const world = (await first).fork()
  const app = createApp({ world })
  return {
    world,
    as: (name) => apiClient(app, `${name}-token`),
    anybody: apiClient(app),
    application: (displayId) => findApplication(world, displayId),
    datastore: (displayId) => findDatastore(world, displayId),
    action: (displayId, datastore = "Orders") => findAction(world, datastore, displayId),
    rId(displayId, application = "SHOP") {
      const { pId } = findApplication(world, application)
      const roles = world.view().table("roles").toArray()
      return requireOne(roles, (role) => role.pId === pId && role.displayId === displayId).rId
    },
  }
}

const findApplication = (world: World, displayId: string) =>
  requireOne(world.view().table("applications").toArray(), (application) => application.displayId === displayId)

const findDatastore = (world: World, displayId: string) =>
  requireOne(world.view().table("datastores").toArray(), (datastore) => datastore.displayId === displayId)

const findAction = (world: World, datastore: string, displayId: string) =>
  requireOne(findDatastore(world, datastore).actions, (action) => action.displayId === displayId)

function requireOne<T>(all: readonly T[], fits: (one: T) => boolean): T {
  const one = all.find(fits)
  if (one === undefined) throw new Error("not in the workshop")
  return one
}
