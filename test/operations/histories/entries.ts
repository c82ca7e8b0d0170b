import { beforeEach, expect } from "vitest"
import type { World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { IDS, readWorld } from "../items/read-world.ts"

/** A new world before each test. */
export let world: World
export let ada: ApiClient
export let bob: ApiClient

/** Creates the world before each test. Call it once in a test file. */
export const givenEntries = () =>
  beforeEach(async () => {
    world = await readWorld()
    ada = apiClient(world, "ada")
    bob = apiClient(world, "bob")
  })

export const on = (item: string) => ({ "app-id": "CRM", "datastore-id": "DEALS", "item-id": item })

export type Entry = Record<string, unknown> & { comment: string }

export const read = async (
  api: ApiClient,
  query: Record<string, string | number | boolean> = {},
  item: string = IDS.full,
) => {
  const { status, body } = await api.getItemHistories({ params: on(item), query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { unread: number; histories: Entry[] }
}

export const say = (api: ApiClient, comment: string) => api.postItemComment({ params: on(IDS.full), body: { comment } })
