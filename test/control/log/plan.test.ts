import { expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { createWorld } from "../../../src/world/index.ts"

const SIZE = 100

/** A datastore with items that Ada sees. Ben sees every tenth. */
const fixture: Fixture = {
  version: 1,
  users: [
    { email: "ada@acme.test", username: "Ada", token: "ada" },
    { email: "ben@acme.test", username: "Ben", token: "ben" },
  ],
  workspaces: [
    {
      name: "Acme",
      admins: ["ada@acme.test"],
      group: { group_id: "ACME", name: "Acme", members: ["ada@acme.test", "ben@acme.test"] },
      applications: [
        {
          application_id: "SHOP",
          name: "Shop",
          roles: [{ role_id: "MEMBER", name: "Member", users: ["ada@acme.test", "ben@acme.test"] }],
          datastores: [
            {
              datastore_id: "ORDERS",
              name: "Orders",
              fields: {
                Title: { dataType: "text" },
                Price: { dataType: "number", has_index: true },
                Day: { dataType: "date", has_index: true },
              },
              items: Array.from({ length: SIZE }, (_, number) => ({
                created_at: `2026-01-05T09:${String(number % 60).padStart(2, "0")}:00Z`,
                values: { Title: `Order ${number}`, Price: number, Day: "2026-01-05" },
                access: { users: number % 10 === 0 ? ["ada@acme.test", "ben@acme.test"] : ["ada@acme.test"] },
              })),
            },
          ],
        },
      ],
    },
  ],
}

const price = (...search_value: string[]) => ({ id: "Price", search_value, exact_match: search_value.length === 1 })

test.each([
  ["ada", { per_page: 20 }, "created_at, first 20"],
  ["ada", { per_page: 20, page: 3 }, "created_at, 41 to 60"],
  ["ada", { per_page: 0 }, "created_at, all"],
  ["ada", { per_page: 20, sort_fields: [{ id: "Price", order: "desc" }] }, "Price, first 20"],
  ["ada", { per_page: 20, conditions: [price("7")] }, "Price, 1 of 100 items"],
  ["ada", { per_page: 20, conditions: [price("10", "14")] }, "Price, 5 of 100 items"],
  ["ada", { per_page: 20, conditions: [price("10", "80")] }, "scan, all 100 items"],
  [
    "ada",
    { per_page: 20, conditions: [{ id: "Title", search_value: ["Order 7"], exact_match: true }] },
    "scan, all 100 items",
  ],
  [
    "ada",
    { conditions: [{ id: "created_at", search_value: ["2026-01-05T09:55:00Z", null] }] },
    "created_at, 5 of 100 items",
  ],
  ["ada", { conditions: [{ id: "created_at", search_value: ["2026-01-05"] }] }, "scan, all 100 items"],
  ["ada", { conditions: [{ id: "updated_at", search_value: ["2026-01-06", null] }] }, "scan, all 100 items"],
  ["ada", { per_page: 20, sort_fields: [{ id: "updated_at" }] }, "scan, all 100 items"],
  ["ada", { per_page: 20, sort_fields: [{ id: "Day" }, { id: "Price" }] }, "scan, all 100 items"],
  ["ada", { return_count_only: true }, "number of items by access"],
  ["ben", { per_page: 20 }, "created_at, first 20"],
  ["ben", { per_page: 20, sort_fields: [{ id: "Price" }] }, "access, 10 of 100 items"],
])("the details of a list say how its items were found: %s asks %j", async (token, body, plan) => {
  const app = createApp({ world: await createWorld({ fixture }) })
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const path = "/api/v0/applications/SHOP/datastores/ORDERS/items/search"
  const answer = await app.request(path, { method: "POST", headers, body: JSON.stringify({ page: 1, ...body }) })
  expect(answer.status).toBe(200)
  const details = (await (await app.request("/_hexarium/worlds/main/requests/1")).json()) as { plan?: string }
  expect(details.plan).toBe(plan)
})

test("the details of another request have no plan", async () => {
  const app = createApp({ world: await createWorld({ fixture }) })
  await app.request("/api/v0/userinfo", { headers: { authorization: "Bearer ada" } })
  expect(await (await app.request("/_hexarium/worlds/main/requests/1")).json()).not.toHaveProperty("plan")
})
