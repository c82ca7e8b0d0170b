import { expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { elements, expectUnchanged, itemsOf } from "../../operations/items/office.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const at = { "app-id": "APP", "datastore-id": "D" }

const begin = async () => {
  const world = await createWorld({
    fixture: fixtureOf({ datastores: { D: { fields: { N: { dataType: "number" } } } } }),
  })
  return { world, ada: apiClient(createApp({ world }), "ada-token") }
}

test("the engine stores and returns numbers unchanged up to 15 significant digits (model.md section 5.2)", async () => {
  const { ada } = await begin()
  for (const given of [
    "123456789012345",
    "0.000123456789012345",
    "12345678901.2345",
    "-999999999999999",
    "9007199254740991",
  ]) {
    for (const value of [given, Number(given)]) {
      const { body } = await ada.createItem({ params: at, body: { item: { N: value } } })
      const params = { ...at, "item-id": body.item_id }
      const { body: details } = await ada.getItemDetails({ params, query: { use_display_id: true } })
      expect((details.field_values as Record<string, { value: unknown }>).N?.value).toBe(Number(given))
      const conditions = [{ id: "i_id", search_value: [body.item_id] }]
      expect((await ada.itemList({ params: at, body: { conditions } })).body.items[0]?.N).toBe(given)
    }
  }
})

test("the engine refuses integers beyond ±9007199254740991 and other numbers beyond ±1e15 (model.md section 5.2)", async () => {
  const { world, ada } = await begin()
  for (const N of [2 ** 53, "9007199254740993", -(2 ** 53), 1e300, "1000000000000000.5", -1_000_000_000_000_000.5]) {
    const refused = await expectUnchanged(world, () => ada.createItem({ params: at, body: { item: { N } } }))
    expect(refused.status).toBe(400)
    expect(elements(refused)).toMatchObject([{ error: "number is too large", error_code: "INVALID_VALUE" }])
  }
  for (const N of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 999_999_999_999_999.5, -1e15]) {
    expect((await ada.createItem({ params: at, body: { item: { N } } })).status).toBe(200)
  }
  expect(itemsOf(world, "D")).toHaveLength(4)
})
