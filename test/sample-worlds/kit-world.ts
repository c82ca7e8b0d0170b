import type { Fixture } from "../../src/fixtures/index.ts"

/**
 * The world in which the property kit is tested: few records, but one of everything that its commands use. It has no scripts, because the
 * reference model does not run them. Bob and Cyn are also in a second workspace.
 */
export const kitWorld: Fixture = {
  version: 1,
  seed: 7,
  clock: { mode: "frozen", now: "2026-01-28T09:30:00Z" },
  users: [
    { email: "ada@kit.test", username: "Ada", password: "pw" },
    { email: "bob@kit.test", username: "Bob", password: "pw" },
    { email: "cyn@kit.test", username: "Cyn", password: "pw" },
    { email: "dan@kit.test", username: "Dan", password: "pw" },
  ],
  workspaces: [
    {
      name: "Kit",
      admins: ["ada@kit.test"],
      group: {
        group_id: "top",
        name: "Top",
        members: ["ada@kit.test"],
        groups: [
          {
            group_id: "sales",
            name: "Sales",
            members: ["bob@kit.test"],
            admins: ["bob@kit.test"],
            groups: [{ group_id: "field", name: "Field", members: ["cyn@kit.test"] }],
          },
          { group_id: "guests", name: "Guests", members: ["dan@kit.test", "bob@kit.test"] },
        ],
      },
      applications: [
        {
          application_id: "SHOP",
          name: "Shop",
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["ada@kit.test"] },
            { role_id: "MEMBER", name: "member", users: ["bob@kit.test", "cyn@kit.test"] },
            { role_id: "AUDIT", name: "audit", users: ["dan@kit.test"] },
          ],
          datastores: [
            {
              datastore_id: "Customers",
              name: "Customers",
              fields: {
                Code: { dataType: "text", unique: true, as_title: true, max_value: 50 },
                Rank: { dataType: "number", min_value: 0, max_value: 9 },
                Kind: {
                  dataType: "select",
                  options: { new: "New", old: "Old", gone: { name: "Gone", enabled: false } },
                },
                Note: { dataType: "textarea" },
                Parent: { dataType: "dslookup", dslookup: { datastore: "Customers", field: "Code" } },
              },
              relations: ["Orders"],
              items: [
                { key: "acme", values: { Code: "ACME", Rank: 3, Kind: "old" } },
                { key: "globex", values: { Code: "GLOBEX", Rank: 5 }, access: { groups: ["field"] } },
                { key: "one", values: { Code: "ONE", Parent: "@acme" } },
                { key: "two", values: { Code: "TWO", Parent: "@one" } },
                { key: "three", values: { Code: "THREE", Parent: "@two" } },
              ],
            },
            {
              datastore_id: "Orders",
              name: "Orders",
              statuses: { open: { name: "Open" }, packed: { name: "Packed" }, sent: { name: "Sent" } },
              fields: {
                No: { dataType: "autonum", as_title: true, autonum: { prefix: "O-", zero_padding: true, digit: 4 } },
                Customer: {
                  dataType: "dslookup",
                  dslookup: { datastore: "Customers", field: "Code", reverse_link: true },
                },
                Due: { dataType: "date" },
                At: { dataType: "datetime" },
                Slot: { dataType: "time" },
                Tags: { dataType: "checkbox", options: { a: "A", b: "B", c: "C" } },
                Staff: { dataType: "users", users: { publish: true } },
                Papers: { dataType: "file" },
                Secret: { dataType: "text", roles: ["AUDIT"] },
                Price: { dataType: "number" },
                Count: { dataType: "number" },
                Total: { dataType: "calc", calc: { formula: "Price * Count" } },
              },
              actions: {
                Create: { crud_type: "1", default: true },
                Internal: { crud_type: "1", publish: { groups: true, roles: [] } },
                Update: { crud_type: "2", default: true, fields: { Slot: { update: false } } },
                Pack: { crud_type: "2", status: "open", next_status: "packed", fields: { Due: { mandatory: true } } },
                Send: { crud_type: "2", status: "packed", next_status: "sent", roles: ["MEMBER"] },
                Reopen: { crud_type: "2", status: "sent", next_status: "open", publish: { groups: true } },
                Delete: { crud_type: "3", default: true, roles: ["MEMBER"] },
              },
              relations: ["Lines", "Customers"],
              items: [{ key: "first", values: { Customer: "@acme", Due: "2026-02-01", Price: 2, Count: 3 } }],
            },
            {
              datastore_id: "Lines",
              name: "Lines",
              roles: ["ADMIN", "MEMBER"],
              fields: {
                Line: { dataType: "autonum", autonum: { prefix: "L", start: 10, branches: { "": 0, "TKY-": 4 } } },
                What: { dataType: "text", as_title: true, min_value: 2 },
                Mode: { dataType: "radio", options: { x: "X", y: "Y" } },
              },
              items: [{ key: "one", values: { What: "paper" } }],
            },
          ],
          reports: [
            {
              report_id: "rich",
              name: "Rich",
              datastore: "Customers",
              columns: [{ field: "Code" }, { field: "Rank" }],
            },
            {
              report_id: "kinds",
              name: "Kinds",
              datastore: "Customers",
              columns: [
                { display_id: "Kind", field: "Kind" },
                { display_id: "n", field: "Code", aggregate: "count" },
              ],
              group_by: ["Kind"],
            },
            {
              report_id: "slots",
              name: "Slots",
              datastore: "Orders",
              roles: ["MEMBER"],
              columns: [
                { display_id: "Price", field: "Price" },
                { display_id: "Total", field: "Total", aggregate: "sum" },
              ],
              group_by: ["Price"],
              conditions: [{ id: "Price", search_value: ["0", "50"] }],
            },
          ],
          auto_actions: [
            {
              name: "reopen",
              datastore_id: "Orders",
              action_id: "Reopen",
              conditions: [{ id: "Status", search_value: ["sent"] }],
              comment: "again",
              action_schedule: { time_type: "hr", time_value: "5" },
            },
            {
              name: "month end",
              datastore_id: "Customers",
              action_id: "UpdateItem",
              conditions: [{ id: "Rank", search_value: ["4", null] }],
              action_schedule: { time_type: "month", time_value: "31" },
            },
          ],
        },
      ],
    },
    {
      name: "Annex",
      admins: ["bob@kit.test"],
      group: {
        group_id: "annex",
        name: "Annex",
        members: ["bob@kit.test", "cyn@kit.test"],
        roles: [{ application_id: "STORE", role_id: "KEEPER" }],
      },
      applications: [
        {
          application_id: "STORE",
          name: "Store",
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["bob@kit.test"] },
            { role_id: "KEEPER", name: "keeper" },
          ],
          datastores: [{ datastore_id: "Shelves", name: "Shelves", fields: { Name: { dataType: "text" } } }],
        },
      ],
    },
  ],
}
