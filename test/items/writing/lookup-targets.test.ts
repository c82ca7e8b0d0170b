import { expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const TITLE = { dataType: "text", as_title: true } as const
const LOOKUP = { dataType: "dslookup", dslookup: { datastore: "PAYROLL", field: "Name" } } as const

/** Bob holds a key of the item in Payroll, but no role that shows the datastore. */
async function payroll() {
  const fixture = fixtureOf({
    datastores: {
      PAYROLL: {
        roles: ["ADMIN"],
        fields: { Name: TITLE },
        items: [{ key: "ada", values: { Name: "Ada" }, access: { roles: ["ADMIN", "MEMBER"] } }],
      },
      NOTES: {
        fields: { Title: TITLE, About: LOOKUP },
        items: [{ values: { Title: "old", About: "@ada" }, access: { roles: ["ADMIN", "MEMBER"] } }],
      },
    },
  })
  const world = await createWorld({ fixture })
  const [ada, bob] = [apiClient(world, "ada-token"), apiClient(world, "bob-token")]
  const listed = await ada.itemList({ params: { "app-id": "APP", "datastore-id": "PAYROLL" }, body: { page: 1 } })
  return { ada, bob, target: listed.body.items[0]?.i_id as string }
}

const params = { "app-id": "APP", "datastore-id": "NOTES" }

test("a lookup names no item of a datastore that is not shown to the writer (model.md sections 3 and 5.6)", async () => {
  const { ada, bob, target } = await payroll()
  const body = { item: { Title: "new", About: target } }
  expect((await ada.createItem({ params, body })).status).toBe(200)
  const refused = await bob.createItem({ params, body })
  const element = { description: "About", error: `item not found: ${target}`, error_code: "INVALID_VALUE" }
  expect([refused.status, refused.body]).toMatchObject([400, { error: [element] }])
})

test("the write accepts a value that the item has already", async () => {
  const { bob, target } = await payroll()
  const { body } = await bob.itemList({ params, body: { page: 1 } })
  const kept = await bob.updateItem({
    params: { ...params, "item-id": body.items[0]?.i_id as string },
    body: { rev_no: 1, item: { Title: "renamed", About: target } },
  })
  expect([kept.status, kept.body.error]).toEqual([200, ""])
})
