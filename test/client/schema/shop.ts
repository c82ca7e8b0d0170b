import type { Fixture } from "../../../src/fixtures/index.ts"

/** Two applications whose datastores differ in every property that generated types depend on. */
export const shopFixture: Fixture = {
  version: 1,
  seed: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  users: [
    { email: "ada@shop.test", username: "Ada", password: "ada", token: "ada-token" },
    { email: "bob@shop.test", username: "Bob", password: "bob", token: "bob-token" },
  ],
  workspaces: [
    {
      name: "Shop",
      admins: ["ada@shop.test"],
      group: {
        group_id: "ALL",
        name: "Everybody",
        members: ["ada@shop.test", "bob@shop.test"],
        groups: [{ group_id: "TILL", name: "The till */ by the door" }],
      },
      applications: [
        {
          application_id: "SHOP",
          name: { en: "Shop", ja: "店" },
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["ada@shop.test"] },
            { role_id: "MEMBER", name: "member", users: ["bob@shop.test"] },
          ],
          queries: [
            { name: "Large ones", datastore_id: "Orders", conditions: [{ id: "Total", search_value: ["100", null] }] },
          ],
          datastores: [
            {
              datastore_id: "Orders",
              name: { en: "Orders", ja: "注文" },
              statuses: { open: { name: "Open" }, paid: { name: "Paid" } },
              fields: {
                No: {
                  name: "Number",
                  dataType: "autonum",
                  as_title: true,
                  autonum: { prefix: "O-", zero_padding: true, digit: 4 },
                },
                Title: { dataType: "text", max_value: 80 },
                Total: { dataType: "number" },
                Twice: { dataType: "calc", calc: { formula: "Total * 2" } },
                Kind: {
                  dataType: "select",
                  options: { gift: "A gift", own: "Own", old: { name: "Old", enabled: false } },
                },
                Tags: { dataType: "checkbox", options: { hot: "Hot", new: "New" } },
                Due: { dataType: "date" },
                At: { dataType: "time" },
                Clerk: { dataType: "users" },
                Papers: { dataType: "file", file: { multiple: true } },
                State: { dataType: "status" },
                Line: { dataType: "separator" },
                "E-mail": { dataType: "text" },
                Secret: { dataType: "text", hide_from_api: true },
              },
              actions: {
                Create: {
                  crud_type: "1",
                  default: true,
                  fields: { Title: { mandatory: true }, Kind: { update: false } },
                },
                Draft: { crud_type: "1" },
                Update: { crud_type: "2", default: true },
                Pay: { crud_type: "2", status: "open", next_status: "paid" },
                Copy: { crud_type: "4", default: true },
                Delete: { crud_type: "3", default: true },
              },
              relations: ["Lines", "STOCK/Goods"],
            },
            {
              datastore_id: "Lines",
              name: "Lines",
              fields: {
                Order: { dataType: "dslookup", dslookup: { datastore: "Orders", field: "No", reverse_link: true } },
                Amount: { dataType: "number" },
              },
              actions: {
                Create: { crud_type: "1", default: true, fields: { Amount: { mandatory: true } } },
                Update: { crud_type: "2", default: true },
                Delete: { crud_type: "3", default: true },
              },
            },
          ],
        },
        {
          application_id: "STOCK",
          name: "Stock",
          roles: [{ role_id: "ADMIN", name: "admin", users: ["ada@shop.test"] }],
          datastores: [
            { datastore_id: "Goods", name: "Goods", fields: { Name: { dataType: "text", as_title: true } } },
          ],
        },
      ],
    },
  ],
}
