import type { Fixture } from "../../src/fixtures/index.ts"
import { type CreateWorld, createEngineWorld, type EngineWorld } from "../../src/world/index.ts"

/**
 * A small world for tests. Workspace Acme: Ada administers it, Bob is a member, Dave is in Sales below the top group, and Carol in Tokyo
 * below Sales. Everybody has MEMBER through the top group, and Ada also has ADMIN. Olga is only in the workspace Globex. In the application
 * CRM, Deals look up Customers, and Lines look up Deals. The three datastores together use every data type.
 */
export const smallFixture: Fixture = {
  version: 1,
  clock: { mode: "frozen", now: "2026-01-05T09:00:00Z" },
  seed: 1,
  users: [
    { email: "ada@acme.test", username: "Ada", password: "ada-pass", token: "ada-token" },
    { email: "bob@acme.test", username: "Bob", password: "bob-pass", token: "bob-token" },
    { email: "carol@acme.test", username: "Carol", password: "carol-pass", token: "carol-token" },
    { email: "dave@acme.test", username: "Dave", password: "dave-pass", token: "dave-token" },
    { email: "olga@globex.test", username: "Olga", password: "olga-pass", token: "olga-token" },
  ],
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: {
        group_id: "ACME",
        name: "Acme",
        members: ["ada@acme.test", "bob@acme.test"],
        roles: [{ application_id: "CRM", role_id: "MEMBER" }],
        groups: [
          {
            group_id: "SALES",
            name: "Sales",
            admins: ["dave@acme.test"],
            groups: [{ group_id: "TOKYO", name: "Tokyo", members: ["carol@acme.test"] }],
          },
          { group_id: "SUPPORT", name: "Support" },
        ],
      },
      applications: [
        {
          application_id: "CRM",
          name: { en: "CRM", ja: "顧客管理" },
          roles: [
            { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
            { role_id: "MANAGER", name: "manager", users: ["dave@acme.test"] },
          ],
          datastores: [
            {
              datastore_id: "Customers",
              name: { en: "Customers", ja: "顧客" },
              fields: {
                Name: { dataType: "text", as_title: true, unique: true, full_text: true },
                Code: { dataType: "text", max_value: 10 },
                Notes: { dataType: "textarea", full_text: true },
                Size: { dataType: "radio", options: { S: "Small", M: "Medium", L: "Large" } },
                Owner: { dataType: "users", users: { publish: true } },
              },
              items: [
                { key: "globex", values: { Name: "Globex", Code: "GLX", Size: "L", Notes: "Makes everything." } },
                { key: "initech", values: { Name: "Initech", Code: "INI", Size: "S", Owner: ["bob@acme.test"] } },
                {
                  key: "hidden",
                  values: { Name: "Hidden Inc." },
                  created_by: "carol@acme.test",
                  access: { groups: ["TOKYO"] },
                },
              ],
            },
            {
              datastore_id: "Deals",
              name: "Deals",
              fields: {
                Title: { name: "Title", dataType: "text", as_title: true, title_order: 1 },
                No: { dataType: "autonum", autonum: { prefix: "D-", zero_padding: true, digit: 5 } },
                Details: { dataType: "textarea" },
                Amount: { dataType: "number", min_value: 0, max_value: 1_000_000 },
                Discount: { dataType: "number" },
                Net: { dataType: "calc", calc: { formula: "Amount - Discount" } },
                Stage: {
                  dataType: "select",
                  options: { lead: "Lead", offer: "Offer", lost: { name: "Lost", enabled: false } },
                  selected: "lead",
                },
                Tags: { dataType: "checkbox", options: { hot: "Hot", vip: "VIP", old: "Old" } },
                Due: { dataType: "date" },
                MeetAt: { dataType: "datetime" },
                CallAt: { dataType: "time" },
                Team: { dataType: "users" },
                Papers: { dataType: "file", file: { multiple: true } },
                Customer: {
                  dataType: "dslookup",
                  dslookup: { datastore: "Customers", field: "Name", reverse_link: true },
                },
                Section: { dataType: "label" },
                Line: { dataType: "separator" },
                Margin: { dataType: "number", roles: ["MANAGER"] },
              },
              statuses: {
                New: { name: "New", color: "#888888" },
                Working: { name: "Working", color: "#3366cc" },
                Done: { name: "Done", color: "#33aa55" },
              },
              actions: {
                CreateDeal: { name: "Create deal", crud_type: "1", default: true },
                UpdateDeal: { name: "Update deal", crud_type: "2", default: true },
                CopyDeal: { name: "Copy deal", crud_type: "4", default: true },
                DeleteDeal: { name: "Delete deal", crud_type: "3", default: true },
                Start: { name: "Start", crud_type: "2", status: "New", next_status: "Working" },
                Finish: {
                  name: "Finish",
                  crud_type: "2",
                  status: "Working",
                  next_status: "Done",
                  fields: { Amount: { mandatory: true } },
                },
                Reopen: { name: "Reopen", crud_type: "2", status: "Done", next_status: "New", roles: ["MANAGER"] },
              },
              relations: ["Lines"],
              items: [
                {
                  key: "first",
                  values: {
                    Title: "First deal",
                    Amount: 1000,
                    Discount: 100,
                    Stage: "lead",
                    Tags: ["hot", "vip"],
                    Due: "2026-02-01",
                    MeetAt: "2026-01-06T10:30:00Z",
                    CallAt: "09:15",
                    Team: ["bob@acme.test", "ada@acme.test"],
                    Customer: "@globex",
                  },
                },
                { key: "second", values: { Title: "Second deal", Amount: 50 }, status: "Working" },
              ],
            },
            {
              datastore_id: "Lines",
              name: "Lines",
              fields: {
                Product: { dataType: "text", as_title: true },
                Quantity: { dataType: "number" },
                Price: { dataType: "number", num_info: { suffix: " €", decimal_place: 2 } },
                Total: { dataType: "calc", calc: { formula: "Quantity * Price" } },
                Deal: { dataType: "dslookup", dslookup: { datastore: "Deals", field: "Title" } },
              },
              items: [
                { key: "bolts", values: { Product: "Bolts", Quantity: 10, Price: 2.5, Deal: "@first" } },
                { key: "nuts", values: { Product: "Nuts", Quantity: 4, Price: 1 }, links: ["Deals@first"] },
              ],
            },
          ],
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
          datastores: [
            {
              datastore_id: "People",
              name: "People",
              fields: { Name: { dataType: "text", as_title: true } },
              items: [{ key: "olga", values: { Name: "Olga" } }],
            },
          ],
        },
      ],
    },
  ],
}

/** Creates a small world. By default, it has a frozen clock at 2026-01-05T09:00:00Z and seed 1. */
export const smallWorld = (options: Omit<CreateWorld, "fixture"> = {}): Promise<EngineWorld> =>
  createEngineWorld({ ...options, fixture: smallFixture })
