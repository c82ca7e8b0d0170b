import { expect, test } from "vitest"
import { createControl } from "../../../emulator/client/index.ts"
import { createApp } from "../../../emulator/index.ts"
import { worldTarget } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const items = [1, 5, 9].map((Price) => ({ values: { Price, Name: `Item ${Price}` } }))
const fixture = fixtureOf({
  datastores: {
    Goods: {
      fields: { Price: { dataType: "number" }, Name: { dataType: "text", full_text: true, as_title: true } },
      items,
    },
  },
})

type SearchValue = readonly (string | number | null)[]

/** A condition in a group. The compiler accepts numbers, without a type of the schema. */
const asGiven = (searchValue: SearchValue, id = "Price") => ({
  datastore: "Goods",
  conditions: [{ conditions: [{ id, searchValue }] }],
})

/** A value that the compiler refuses, as a caller without a compiler may pass it. */
const asUncheckedValue = (value: unknown) => asGiven([value as string])

test("numbers in conditions of calls in process are taken as the strings that the wire wants", async () => {
  const world = await createWorld({ fixture })
  const ada = world.as("ada@acme.test")
  expect((await ada.itemList(asGiven([2, 9]))).totalItems).toBe(2)
  expect((await ada.itemList(asGiven([null, 1]))).totalItems).toBe(1)
  expect((await ada.itemList(asGiven([5], "Name"))).totalItems).toBe(1)
  expect((await ada.itemList(asGiven([1e21, 5e-324]))).totalItems).toBe(0)
})

test("other values, and numbers that are not finite, are refused with their place", async () => {
  const ada = (await createWorld({ fixture })).as("ada@acme.test")
  for (const value of [true, {}, [1], Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(ada.itemList(asUncheckedValue(value))).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      message: expect.stringContaining("conditions.0.conditions.0.searchValue.0: "),
    })
  }
})

test("every operation with conditions takes numbers, and so do the operations that return records", async () => {
  const world = await createWorld({ fixture })
  const ada = world.as("ada@acme.test")
  expect((await world.raw.as("ada@acme.test").itemList(asGiven([2, 9]))).totalItems).toBe(2)
  const conditions = [{ id: "Price", searchValue: [9, 9] }]
  const place = { application: "APP", datastore: "Goods" }
  const found = await ada.globalSearch({ ...place, query: "Item", itemList: { conditions } })
  expect(found).toMatchObject({ itemList: { totalItems: 1, items: [{ title: "Item 9" }] } })
  await ada.deleteItemByConditions({ ...place, conditions })
  expect((await ada.itemList({ datastore: "Goods" })).totalItems).toBe(2)
})

test("the compiler refuses other values in conditions", async () => {
  const ada = (await createWorld({ fixture })).as("ada@acme.test")
  // @ts-expect-error a condition's values are strings, numbers and null
  await ada.itemList({ datastore: "Goods", conditions: [{ id: "Price", searchValue: [true] }] }).catch(() => {})
})

test("search values of the call route may be numbers, and those of the wire may not", async () => {
  const world = await createWorld({ fixture })
  const app = createApp({ world })
  const ada = createControl({ app }).as("ada@acme.test")
  expect((await ada.itemList(asGiven([2, 9]))).totalItems).toBe(2)
  const answer = await worldTarget(world).call({
    operation: "itemList",
    user: "ada@acme.test",
    params: { "app-id": "APP", "datastore-id": "Goods" },
    body: { conditions: [{ id: "Price", search_value: [2, 9] }] },
  })
  expect(answer.status).toBe(400)
})
