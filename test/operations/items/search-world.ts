import type { Fixture } from "../../../src/fixtures/index.ts"
import type { Condition } from "../../../src/model/records/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"

/** Names of the items. Each item's ID ends with its name. */
const NAMES = ["a", "b", "c", "d", "e"] as const
export type Name = (typeof NAMES)[number]

export const idOf = (name: Name): string => name.padStart(24, "0")
export const nameOf = (iId: string): string => iId.replace(/^0+/, "")

/** Five items to search, `e` the newest and empty. Ann sees all of them. Bo sees only `a` and `b`, without the field Secret. */
export const SEARCH_FIXTURE: Fixture = {
  version: 1,
  clock: { now: "2026-03-10T12:00:00Z", mode: "frozen" },
  users: [
    { email: "ann@x.test", username: "Ann", token: "ann", u_id: "0000000000000000000000a1" },
    { email: "bo@x.test", username: "bo", token: "bo", u_id: "0000000000000000000000b0" },
  ],
  workspaces: [
    {
      name: "W",
      admins: ["ann@x.test"],
      group: { group_id: "G", name: "G", members: ["ann@x.test", "bo@x.test"] },
      applications: [
        {
          application_id: "APP",
          name: "App",
          roles: [
            { role_id: "ADMIN", name: "Admin", users: ["ann@x.test"] },
            { role_id: "MEMBER", name: "Member", users: ["ann@x.test", "bo@x.test"] },
          ],
          datastores: [
            {
              datastore_id: "TARGETS",
              name: "Targets",
              fields: { Name: { dataType: "text", as_title: true } },
              items: [
                { key: "x", i_id: `${"0".repeat(22)}10`, values: { Name: "zeta" }, access: { roles: ["MEMBER"] } },
                { key: "y", i_id: `${"0".repeat(22)}20`, values: { Name: "Alpha" }, access: { roles: ["MEMBER"] } },
              ],
            },
            {
              datastore_id: "DATA",
              name: "Data",
              fields: {
                Text: { dataType: "text", as_title: true, has_index: true },
                Long: { dataType: "textarea" },
                Num: { dataType: "number", has_index: true },
                Twice: { dataType: "calc", calc: { formula: "Num * 2" } },
                No: { dataType: "autonum", autonum: { prefix: "N-" } },
                At: { dataType: "datetime" },
                Day: { dataType: "date" },
                Clock: { dataType: "time" },
                Pick: {
                  dataType: "select",
                  has_index: true,
                  options: { p1: "Zulu", p2: { name: "Alpha", o_id: "opt-2" } },
                },
                Radio: { dataType: "radio", options: { r1: "One", r2: "Two" } },
                Tags: { dataType: "checkbox", has_index: true, options: { t1: "One", t2: "Two", t3: "Three" } },
                People: { dataType: "users" },
                Files: { dataType: "file", file: { multiple: true } },
                Look: { dataType: "dslookup", dslookup: { datastore: "TARGETS", field: "Name" } },
                Secret: { dataType: "text", roles: ["ADMIN"] },
                Label: { dataType: "label" },
              },
              statuses: { s1: { name: "New" }, s2: { name: "Doing" }, s3: { name: "Done" } },
              default_search: [{ id: "Num", search_value: ["0", null] }],
              items: [
                {
                  key: "a",
                  i_id: idOf("a"),
                  created_at: "2026-03-05T00:00:00Z",
                  updated_at: "2026-03-09T00:00:00Z",
                  updated_by: "bo@x.test",
                  rev_no: 3,
                  values: {
                    Text: "Hello World",
                    Long: "first line\nsecond",
                    Num: 10,
                    At: "2026-03-10T00:00:00Z",
                    Day: "2026-03-10",
                    Clock: "10:00",
                    Pick: "p1",
                    Radio: "r2",
                    Tags: ["t2", "t1"],
                    People: ["ann@x.test"],
                    Files: { file: "data:text/plain,a", name: "Report.pdf" },
                    Look: "@x",
                    Secret: "s3cret",
                  },
                  status: "s2",
                  access: { roles: ["MEMBER"] },
                },
                {
                  key: "b",
                  i_id: idOf("b"),
                  created_at: "2026-03-04T00:00:00Z",
                  created_by: "bo@x.test",
                  rev_no: 7,
                  values: {
                    Text: "hello",
                    Long: "a.b",
                    Num: -5,
                    At: "2026-03-10T23:59:59.999Z",
                    Day: "2026-03-09",
                    Clock: "23:30:15",
                    Pick: "p2",
                    Radio: "r1",
                    Tags: ["t3"],
                    People: ["bo@x.test", "ann@x.test"],
                    Files: [
                      { file: "data:text/plain,b", name: "photo.png" },
                      { file: "data:text/plain,c", name: "notes.txt" },
                    ],
                    Look: "@y",
                  },
                  status: "s3",
                  access: { roles: ["MEMBER"] },
                },
                {
                  key: "c",
                  i_id: idOf("c"),
                  created_at: "2026-03-03T00:00:00Z",
                  values: {
                    Text: "Ünïcode 日本",
                    Num: 2.5,
                    At: "2026-03-11T00:00:00Z",
                    Day: "2026-03-11",
                    Clock: "00:00",
                    Tags: ["t1"],
                  },
                  status: "s1",
                  access: { roles: ["ADMIN"] },
                },
                {
                  key: "d",
                  i_id: idOf("d"),
                  created_at: "2026-03-02T00:00:00Z",
                  values: { Text: "a|b", Num: 10, At: "2025-12-31T23:59:59Z", Pick: "p1" },
                  status: "s1",
                  access: { roles: ["ADMIN"] },
                },
                {
                  key: "e",
                  i_id: idOf("e"),
                  created_at: "2026-03-01T00:00:00Z",
                  values: { No: "" },
                  status: "s2",
                  access: { roles: ["ADMIN"] },
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}

export const searchWorld = (): Promise<World> => createWorld({ fixture: SEARCH_FIXTURE })

/** Names of the found items, in the order of the result. */
export async function find(world: World, conditions: readonly Condition[], more: object = {}): Promise<string> {
  const { items } = await world.raw
    .as("ann@x.test")
    .itemList({ application: "APP", datastore: "DATA", sortFields: [{ id: "i_id" }], ...more, conditions })
  return items.map(({ item }) => nameOf(item.iId)).join("")
}
