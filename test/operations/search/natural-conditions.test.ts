import { expect, test } from "vitest"
import { createControl } from "../../../emulator/client/index.ts"
import { createApp } from "../../../emulator/index.ts"
import { worldTarget } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const items = [1, 5, 9].map((Price) => ({ values: { Price } }))
const fixture = fixtureOf({ datastores: { Goods: { fields: { Price: { dataType: "number" } }, items } } })

/** Numbers where the wire format has only strings, as a caller without a compiler may pass them. */
const asGiven = (searchValue: readonly unknown[]) => ({
  datastore: "Goods",
  conditions: [{ conditions: [{ id: "Price", searchValue: searchValue as string[] }] }],
})

test("numbers in conditions of calls in process are taken as the strings that the wire wants", async () => {
  const world = await createWorld({ fixture })
  const ada = world.as("ada@acme.test")
  expect((await ada.itemList(asGiven([2, 9]))).totalItems).toBe(2)
  expect((await ada.itemList(asGiven([null, 1]))).totalItems).toBe(1)
  await expect(ada.itemList(asGiven([true]))).rejects.toMatchObject({ code: "INVALID_PARAMS" })
})

test("and so are those of the call route, but not those of the wire", async () => {
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
