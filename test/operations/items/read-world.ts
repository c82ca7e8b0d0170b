import type { Fixture } from "../../../src/fixtures/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"

/** IDs of the world's items, by their names in the tests. */
export const IDS = {
  top: "000000000000000000000a00",
  mid: "000000000000000000000a01",
  low: "000000000000000000000a02",
  hidden: "000000000000000000000a03",
  full: "000000000000000000000a04",
  empty: "000000000000000000000a05",
  bobs: "000000000000000000000a06",
  sales: "000000000000000000000a07",
} as const

/**
 * A world for reading. Ada administers; Bob and Cy are members. Bob is in Sales, Cy only in the top group. Items of DEALS use every data
 * type: `full` fills all fields, `empty` none.
 */
export const READ_FIXTURE: Fixture = {
  version: 1,
  clock: { now: "2026-01-05T09:00:00Z", mode: "frozen" },
  users: [
    { email: "ada@acme.test", username: "Ada", token: "ada" },
    { email: "bob@acme.test", username: "Bob", token: "bob" },
    { email: "cy@acme.test", username: "Cy", token: "cy" },
    { email: "out@acme.test", username: "Outsider", token: "out" },
  ],
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: {
        group_id: "TOP",
        name: "Top",
        members: ["ada@acme.test", "out@acme.test"],
        groups: [
          { group_id: "SALES", name: "Sales", members: ["bob@acme.test"] },
          { group_id: "STORE", name: "Store", members: ["cy@acme.test"] },
        ],
      },
      applications: [
        {
          application_id: "CRM",
          name: "CRM",
          roles: [
            { role_id: "ADMIN", name: "Admins", users: ["ada@acme.test"] },
            { role_id: "MEMBER", name: "Members", users: ["bob@acme.test", "cy@acme.test"] },
          ],
          datastores: [
            {
              datastore_id: "CUSTOMERS",
              name: "Customers",
              fields: {
                Name: { dataType: "text", as_title: true, unique: true },
                Size: { dataType: "number" },
                Parent: { dataType: "dslookup", dslookup: { datastore: "CUSTOMERS", field: "Name" } },
              },
              items: [
                { key: "top", i_id: IDS.top, values: { Name: "Globex", Size: 1000 }, access: { roles: ["MEMBER"] } },
                {
                  key: "mid",
                  i_id: IDS.mid,
                  values: { Name: "Globex East", Size: 100, Parent: "@top" },
                  access: { roles: ["MEMBER"] },
                },
                {
                  key: "low",
                  i_id: IDS.low,
                  values: { Name: "Globex Tokyo", Size: 10, Parent: "@mid" },
                  access: { roles: ["MEMBER"] },
                },
                {
                  key: "hidden",
                  i_id: IDS.hidden,
                  values: { Name: "Secret Ltd", Size: 7 },
                  access: { users: ["ada@acme.test"] },
                },
              ],
            },
            {
              datastore_id: "DEALS",
              name: { en: "Deals", ja: "商談" },
              fields: {
                Title: { name: "Name of the deal", dataType: "text", as_title: true, title_order: 2, full_text: true },
                Notes: { dataType: "textarea" },
                Amount: { dataType: "number", search: false, layout: { sizeX: 6, sizeY: 2, col: 3, row: 4 } },
                Total: { dataType: "calc", calc: { formula: "Amount * 2" } },
                No: {
                  dataType: "autonum",
                  as_title: true,
                  title_order: 1,
                  autonum: { prefix: "D-", zero_padding: true, digit: 4 },
                },
                At: { dataType: "datetime" },
                Day: { dataType: "date", show_list: false },
                Clock: { dataType: "time", min_value: "08:00", max_value: "20:00" },
                Kind: { dataType: "select", options: { new: "New business", old: "Renewal" } },
                Level: { dataType: "radio", options: { hi: "High", lo: "Low" }, selected: "lo" },
                Tags: { dataType: "checkbox", options: { red: "Red", green: "Green", blue: "Blue" } },
                Owners: { dataType: "users" },
                Papers: { dataType: "file", file: { multiple: true } },
                Customer: { dataType: "dslookup", dslookup: { datastore: "CUSTOMERS", field: "Name" } },
                Heading: { dataType: "label" },
                Rule: { dataType: "separator" },
                Margin: { dataType: "number", roles: ["ADMIN"] },
                Legacy: { dataType: "text", hide_from_api: true },
              },
              statuses: { open: { name: "Open" }, won: { name: "Won" }, lost: { name: "Lost" } },
              actions: {
                Create: { crud_type: "1", display_order: 4 },
                Update: {
                  crud_type: "2",
                  display_order: 2,
                  description: "Change it",
                  fields: { Title: { mandatory: true }, Notes: { show: false, update: false } },
                },
                Copy: { crud_type: "4", display_order: 3 },
                Delete: { crud_type: "3", display_order: 1, roles: ["ADMIN"] },
                Win: { crud_type: "2", status: "open", next_status: "won", display_order: 2 },
                Note: { crud_type: "2", status: "open", display_order: 1 },
                Reopen: { crud_type: "2", status: "won", next_status: "open" },
              },
              items: [
                {
                  key: "full",
                  i_id: IDS.full,
                  values: {
                    Title: "Big deal",
                    Notes: "line 1\nline 2",
                    Amount: 12.5,
                    At: "2026-02-03T04:05:06.789Z",
                    Day: "2026-02-03",
                    Clock: "09:30",
                    Kind: "old",
                    Level: "hi",
                    Tags: ["blue", "red"],
                    Owners: ["bob@acme.test", "ada@acme.test"],
                    Papers: "data:text/plain,hello",
                    Customer: "@mid",
                    Margin: 99,
                    Legacy: "from the old system",
                  },
                  created_by: "bob@acme.test",
                  created_at: "2026-01-02T03:04:05.678Z",
                  updated_by: "ada@acme.test",
                  updated_at: "2026-01-03T03:04:05.678Z",
                  rev_no: 4,
                  access: { roles: ["MEMBER", "ADMIN"] },
                  links: ["CUSTOMERS@low", "CUSTOMERS@hidden", "DEALS@empty"],
                },
                {
                  key: "empty",
                  i_id: IDS.empty,
                  values: { No: "" },
                  status: "won",
                  created_by: "ada@acme.test",
                  access: { roles: ["MEMBER"] },
                },
                {
                  key: "bobs",
                  i_id: IDS.bobs,
                  values: { Title: "Mine", Customer: "@hidden" },
                  access: { users: ["bob@acme.test"] },
                },
                { key: "sales", i_id: IDS.sales, values: { Title: "Ours" }, access: { groups: ["SALES"] } },
              ],
            },
          ],
        },
      ],
    },
  ],
}

export const readWorld = (): Promise<World> => createWorld({ fixture: READ_FIXTURE })
