import { createApp } from "../../../emulator/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { createEngineWorld, type EngineWorld, type World } from "../../../src/world/index.ts"
import { type GraphqlClient, graphqlClient } from "../graphql-client.ts"

/**
 * A world with a field of every data type and all relations that the official client cannot follow: lookups and links to another
 * application, to a datastore that not everybody sees, and to items that not everybody sees. Of Shop, Ada holds ADMIN, Bob MEMBER and Cyn
 * AUDIT. The options of Size refer to each other by their names.
 */
export const clientFixture: Fixture = {
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  seed: 11,
  users: ["ada", "bob", "cyn"].map((name) => ({
    email: `${name}@acme.test`,
    username: name,
    password: `${name}-pass`,
    token: `${name}-token`,
  })),
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: { group_id: "ACME", name: "Acme", members: ["ada@acme.test", "bob@acme.test", "cyn@acme.test"] },
      applications: [
        {
          application_id: "SHOP",
          name: "Shop",
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
            { role_id: "MEMBER", name: "member", users: ["bob@acme.test"] },
            { role_id: "AUDIT", name: "audit", users: ["cyn@acme.test"] },
          ],
          datastores: [
            {
              datastore_id: "Deals",
              name: "Deals",
              fields: {
                Name: { dataType: "text", as_title: true },
                Note: { dataType: "textarea" },
                No: { dataType: "autonum", autonum: { prefix: "D-" } },
                Price: { dataType: "number" },
                Double: { dataType: "calc", calc: { formula: "Price * 2" } },
                At: { dataType: "datetime" },
                Due: { dataType: "date" },
                Slot: { dataType: "time" },
                Kind: {
                  dataType: "select",
                  options: { a: { name: { en: "One, two", ja: "甲" } }, b: { name: { en: "B" } } },
                },
                Size: {
                  dataType: "radio",
                  options: { s: { name: "Small" }, Small: { name: "Other" }, l: { name: { en: "Large", ja: "s" } } },
                },
                Tags: { dataType: "checkbox", options: { x: "X, Y", y: "Y", z: { name: "Z", enabled: false } } },
                Staff: { dataType: "users" },
                Scan: { dataType: "file" },
                Scans: { dataType: "file", file: { multiple: true } },
                Customer: { dataType: "dslookup", dslookup: { datastore: "Customers", field: "Name" } },
                Rank: { dataType: "dslookup", dslookup: { datastore: "Customers", field: "Rank" } },
                Vault: { dataType: "dslookup", dslookup: { datastore: "Vault", field: "Name" } },
                Part: { dataType: "dslookup", dslookup: { datastore: "LAB/Parts", field: "Name" } },
                Audited: { dataType: "text", roles: ["AUDIT"] },
                Heading: { dataType: "label" },
                Line: { dataType: "separator" },
              },
              statuses: { New: { name: { en: "New", ja: "新規" } }, Sent: { name: "Sent" } },
              actions: {
                CreateItem: { crud_type: "1", default: true, publish: { groups: true } },
                UpdateItem: { crud_type: "2", default: true },
                CopyItem: { crud_type: "4", default: true },
                DeleteItem: { crud_type: "3", default: true },
                Send: { crud_type: "2", status: "New", next_status: "Sent" },
              },
              relations: ["Customers"],
              items: [
                {
                  key: "full",
                  values: {
                    Name: "Full",
                    Note: "Text",
                    Price: 5,
                    At: "2026-01-02T03:04:05.678Z",
                    Due: "2026-02-03",
                    Slot: "09:30:00",
                    Kind: "a",
                    Size: "s",
                    Tags: ["x", "y"],
                    Staff: ["bob@acme.test"],
                    Customer: "@first",
                    Rank: "@first",
                    Vault: "@gold",
                    Part: "@bolt",
                    Audited: "checked",
                  },
                  links: ["Customers@second", "Vault@gold", "LAB/Parts@bolt"],
                },
                { key: "empty", values: {} },
                { key: "hidden", values: { Name: "Hidden", Customer: "@own", Size: "l" } },
              ],
            },
            {
              datastore_id: "Customers",
              name: "Customers",
              fields: {
                Name: { dataType: "text", as_title: true },
                Rank: { dataType: "number" },
                Kind: { dataType: "select", options: { old: "Old" } },
                Boss: { dataType: "dslookup", dslookup: { datastore: "Customers", field: "Name" } },
              },
              items: [
                { key: "first", values: { Name: "First", Rank: 3, Kind: "old", Boss: "@second" } },
                { key: "second", values: { Name: "Second", Boss: "@first" } },
                { key: "own", values: { Name: "Own" }, access: { users: ["ada@acme.test"], groups: [] } },
              ],
            },
            {
              datastore_id: "Vault",
              name: "Vault",
              roles: ["ADMIN"],
              fields: { Name: { dataType: "text", as_title: true } },
              items: [{ key: "gold", values: { Name: "Gold" } }],
            },
          ],
        },
        {
          application_id: "LAB",
          name: "Lab",
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
            { role_id: "MEMBER", name: "member", users: ["bob@acme.test"] },
          ],
          datastores: [
            {
              datastore_id: "Parts",
              name: "Parts",
              fields: { Name: { dataType: "text", as_title: true } },
              items: [{ key: "bolt", values: { Name: "Bolt" } }],
            },
          ],
        },
      ],
    },
  ],
}

export interface ClientWorld {
  readonly world: EngineWorld
  readonly as: (name: "ada" | "bob" | "cyn") => GraphqlClient
  /** Returns an internal ID by kind and name, e.g. `field Deals.Name`. */
  readonly id: (of: string) => string
}

let first: Promise<EngineWorld> | undefined

/** A fork of the world. */
export async function clientWorld(): Promise<ClientWorld> {
  first ??= createEngineWorld({ fixture: clientFixture })
  const world = (await first).fork()
  const app = createApp({ world })
  return { world, as: (name) => graphqlClient(app, `${name}-token`), id: (of) => idIn(world, of) }
}

function idIn(world: World, of: string): string {
  const [kind = "", name = ""] = of.split(" ")
  const [place = "", inner = ""] = name.split(".")
  const view = world.view()
  const datastore = view.all("datastores").find(({ displayId }) => displayId === place)
  const found = new Map<string, () => string | undefined>([
    ["application", () => view.all("applications").find(({ displayId }) => displayId === name)?.pId],
    ["datastore", () => datastore?.dId],
    ["field", () => datastore?.fields.find(({ displayId }) => displayId === inner)?.fId],
    ["action", () => datastore?.actions.find(({ displayId }) => displayId === inner)?.aId],
    ["status", () => datastore?.statuses.find(({ displayId }) => displayId === inner)?.sId],
    ["user", () => view.all("users").find(({ username }) => username === name)?.uId],
  ]).get(kind)?.()
  if (found === undefined) throw new Error(`unknown: ${of}`)
  return found
}
