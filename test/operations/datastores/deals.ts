import { beforeAll } from "vitest"
import type { World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"
import { readWorld } from "../items/read-world.ts"

/** Created once per test file, because its tests only read. */
let world: World
export let ada: ApiClient
export let bob: ApiClient
export let out: ApiClient
export let statuses: { display_id: string; status_id: string }[]

/** Creates the world before the tests. Call it once in a test file. */
export const givenDeals = () =>
  beforeAll(async () => {
    world = await readWorld()
    ada = apiClient(world, "ada")
    bob = apiClient(world, "bob")
    out = apiClient(world, "out")
    statuses = dig((await bob.getStatuses({ params: DEALS })).body)
  })

export const DEALS = { "datastore-id": "DEALS" }

export const sId = (displayId: string) => statuses.find((status) => status.display_id === displayId)?.status_id ?? ""
