import { createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import type { Item } from "../../src/model/records/index.ts"
import { itemsTable } from "../../src/state/index.ts"
import { createEngineWorld, type EngineWorld, type World } from "../../src/world/index.ts"
import { type ApiClient, apiClient } from "../conformance.ts"

const people = ["ada", "bob", "cleo", "ned"]

/**
 * A world for creating, changing and deleting fields. In the application Shop, Ada has ADMIN, Bob MEMBER, Cleo only CLERK, Ned no role.
 * Parts has a field of every type and three items. Its saved list, auto action, auto link and default search use its fields, and Orders
 * looks its items up. Only MEMBER sees the datastore Makers, and only ADMIN the field Secret.
 */
export const catalogueFixture: Fixture = {
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  seed: 11,
  users: people.map((name) => ({ email: `${name}@acme.test`, username: name, token: `${name}-token` })),
  workspaces: [
    {
      name: "Acme",
      admins: ["ned@acme.test"],
      group: { group_id: "ACME", name: "Acme", members: people.map((name) => `${name}@acme.test`) },
      applications: [
        {
          application_id: "SHOP",
          name: "Shop",
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
            { role_id: "MEMBER", name: "member", users: ["bob@acme.test"] },
            { role_id: "CLERK", name: "clerk", users: ["cleo@acme.test"] },
          ],
          datastores: [
            {
              datastore_id: "Makers",
              name: "Makers",
              roles: ["MEMBER"],
              fields: { Name: { dataType: "text", as_title: true }, Code: { dataType: "text" } },
              items: [
                { key: "hoku", values: { Name: "Hoku", Code: "H1" } },
                { key: "nord", values: { Name: "Nord", Code: "N1" } },
              ],
            },
            {
              datastore_id: "Parts",
              name: "Parts",
              fields: {
                Name: { name: { en: "Name", ja: "名前" }, dataType: "text", as_title: true, max_value: 20 },
                Note: { dataType: "textarea", show_list: false },
                Code: { dataType: "text" },
                Price: {
                  dataType: "number",
                  min_value: 0,
                  num_info: { prefix: "$", suffix: " each", no_comma: true, decimal_place: 2 },
                },
                Tax: { dataType: "number" },
                Total: { dataType: "calc", calc: { formula: "Price + Tax * Price" }, num_info: { prefix: "$" } },
                Rank: { dataType: "number" },
                No: { dataType: "autonum", autonum: { prefix: "P-", zero_padding: true, digit: 4 } },
                Made: { dataType: "date" },
                Seen: { dataType: "datetime" },
                At: { dataType: "time" },
                Kind: {
                  dataType: "select",
                  options: {
                    tool: { name: { en: "Tool", ja: "工具" }, color: "#f00" },
                    bolt: "Bolt",
                    old: { name: "Old", enabled: false },
                  },
                  selected: "bolt",
                },
                Size: { dataType: "radio", options: { s: "Small", l: "Large", x: "Extra" } },
                Tags: {
                  dataType: "checkbox",
                  options: { red: "Red", green: "Green", blue: "Blue" },
                  selected: ["red", "blue"],
                },
                Who: { dataType: "users", users: { publish: true } },
                Sheet: { dataType: "file", file: { multiple: true } },
                Maker: { dataType: "dslookup", dslookup: { datastore: "Makers", field: "Name", reverse_link: true } },
                Head: { dataType: "label" },
                Line: { dataType: "separator" },
                Stocked: { dataType: "date" },
                Level: { dataType: "number" },
                Source: { dataType: "dslookup", dslookup: { datastore: "Makers", field: "Name" } },
                Secret: { dataType: "text", roles: [] },
              },
              statuses: { Draft: { name: "Draft" }, Done: { name: "Done" } },
              actions: {
                Create: { crud_type: "1", default: true },
                Update: {
                  crud_type: "2",
                  default: true,
                  fields: { Note: { update: false }, Kind: { mandatory: false } },
                },
                Delete: { crud_type: "3", default: true },
              },
              default_search: [{ id: "Size", search_value: ["s"] }],
              auto_links: [{ field: "Code", to: "Makers.Code" }],
              items: [
                {
                  key: "saw",
                  values: {
                    Name: "Saw",
                    Code: "H1",
                    Price: 10,
                    Tax: 0.5,
                    Rank: 1,
                    Made: "2026-01-02",
                    Kind: "tool",
                    Size: "l",
                    Tags: ["blue", "red"],
                    Who: ["ada@acme.test", "bob@acme.test"],
                    Sheet: [
                      { file: "data:text/plain;base64,YQ==", name: "a.txt" },
                      { file: "data:text/plain;base64,Yg==", name: "b.txt" },
                    ],
                    Maker: "@hoku",
                    Secret: "x",
                  },
                },
                {
                  key: "bolt",
                  values: { Name: "Bolt", Price: 2, Tax: 0, Kind: "bolt", Tags: ["red"], Note: "M8", Maker: "@nord" },
                },
                { key: "nut", values: { Name: "Nut", Kind: "bolt", Size: "s", Note: "M8" } },
              ],
            },
            {
              datastore_id: "Orders",
              name: "Orders",
              fields: {
                Title: { dataType: "text", as_title: true },
                Part: { dataType: "dslookup", dslookup: { datastore: "Parts", field: "Note" } },
              },
              items: [{ key: "first", values: { Title: "First", Part: "@bolt" } }],
            },
          ],
          queries: [
            {
              name: "Best",
              datastore_id: "Parts",
              conditions: [
                {
                  conditions: [
                    { id: "Rank", search_value: [1, null] },
                    { id: "Kind", search_value: ["tool"] },
                  ],
                  use_or_condition: true,
                },
              ],
            },
          ],
          reports: [
            {
              report_id: "STOCK",
              name: "Stock",
              datastore: "Parts",
              joins: [{ as: "maker", datastore: "Makers", via: "Source" }],
              columns: [
                { rpf_id: "stocked", field: "Stocked" },
                { rpf_id: "level", field: "Level" },
              ],
              conditions: [{ id: "Size", search_value: ["x"] }],
            },
          ],
          charts: [
            { chart_id: "PIE", name: "Pie", report: "STOCK", type: "pie", labels: "stocked", values: ["level"] },
          ],
          auto_actions: [
            {
              name: "Nightly",
              datastore_id: "Parts",
              action_id: "Update",
              conditions: [{ id: "Tags", search_value: ["green"] }],
              action_schedule: { time_type: "day", time_value: "01:00" },
            },
          ],
        },
      ],
    },
  ],
}

type Datastore = ReturnType<typeof findDatastore>
type Field = Datastore["fields"][number]

export interface Catalogue {
  readonly world: EngineWorld
  /** A client with the token `<name>-token`. */
  readonly as: (name: string) => ApiClient
  readonly datastore: (displayId?: string) => Datastore
  readonly field: (displayId: string, datastore?: string) => Field
  readonly option: (field: string, displayId: string) => Extract<Field, { options: unknown }>["options"][number]
  /** The stored item of Parts with this name. */
  readonly part: (name: string) => Item
  /** The stored value of an item of Parts. */
  readonly stored: (name: string, field: string) => unknown
  readonly rId: (displayId: string) => string
}

let first: Promise<EngineWorld> | undefined

/** Returns a fork of the catalogue world, so that tests do not affect each other. */
export async function catalogue(): Promise<Catalogue> {
  first ??= createEngineWorld({ fixture: catalogueFixture })
  const world = (await first).fork()
  const app = createApp({ world })
  const datastore = (displayId = "Parts") => findDatastore(world, displayId)
  const field = (displayId: string, of = "Parts") =>
    requireOne(datastore(of).fields, (one) => one.displayId === displayId)
  const part = (name: string) => {
    const { fId } = requireOne(datastore().fields, ({ asTitle }) => asTitle)
    return requireOne(world.view().table(itemsTable(datastore().dId)).toArray(), ({ values }) => values[fId] === name)
  }
  return {
    world,
    as: (name) => apiClient(app, `${name}-token`),
    datastore,
    field,
    option(of, displayId) {
      const one = field(of)
      if (!("options" in one)) throw new Error(`${of} has no options`)
      return requireOne(one.options, (option) => option.displayId === displayId)
    },
    part,
    stored: (name, of) => part(name).values[field(of).fId],
    rId: (displayId) => requireOne(world.view().table("roles").toArray(), (role) => role.displayId === displayId).rId,
  }
}

const findDatastore = (world: World, displayId: string) =>
  requireOne(world.view().table("datastores").toArray(), (datastore) => datastore.displayId === displayId)

function requireOne<T>(all: readonly T[], fits: (one: T) => boolean): T {
  const one = all.find(fits)
  if (one === undefined) throw new Error("not in the catalogue")
  return one
}
