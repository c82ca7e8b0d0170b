import { beforeEach } from "vitest"
import { createWorld, type World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const ORDERS = fixtureOf({
  datastores: {
    ORDERS: {
      fields: {
        Name: { dataType: "text", as_title: true, unique: true },
        No: { dataType: "autonum", autonum: { prefix: "INV-", zero_padding: true, digit: 4 } },
        Plain: { dataType: "autonum", autonum: { prefix: "P", start: 41, branches: { TKY_: 11, "": 5 } } },
        Nine: { dataType: "autonum", autonum: { zero_padding: true, digit: 9, branches: { "KYO-": 6 } } },
        Secret: { dataType: "autonum", roles: ["ADMIN"] },
        Quiet: { dataType: "autonum", hide_from_api: true },
      },
    },
    HIDDEN: { roles: ["ADMIN"], fields: { No: { dataType: "autonum" } } },
  },
})

/** A new world before each test. */
export let world: World
export let ada: ApiClient
export let bob: ApiClient

/** Creates a world in which no number has been drawn. */
export async function begin(): Promise<void> {
  world = await createWorld({ fixture: ORDERS })
  ada = apiClient(world, "ada-token")
  bob = apiClient(world, "bob-token")
}

/** Creates the world before each test. Call it once in a test file. */
export const givenOrders = () => beforeEach(begin)

export const at = (field: string, place: Record<string, string> = {}) => ({
  params: { "app-id": "APP", "datastore-id": "ORDERS", "field-id": field, ...place },
})

export const draw = async (field: string, query: Record<string, string | number | boolean> = {}) =>
  (await bob.getAutoNumber({ ...at(field), query })).body.result

export const setNumber = async (field: string, body: unknown) =>
  (await bob.updateAutoNumber({ ...at(field), body })).body

export const create = async (name: string, more: Record<string, unknown> = {}) => {
  const { status, body } = await ada.createItem({
    params: { "app-id": "APP", "datastore-id": "ORDERS" },
    body: { item: { Name: name }, return_item_result: true, return_display_id: true, ...more },
  })
  return { status, item: body.item as Record<string, string> | undefined }
}
