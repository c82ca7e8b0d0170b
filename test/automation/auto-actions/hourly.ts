import { beforeEach } from "vitest"
import type { EngineWorld } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { autoActionsOf, tickerWorld } from "../clock/ticker.ts"

/** A new world before each test. */
export let world: EngineWorld
export let ada: ApiClient
export let bob: ApiClient

/** Creates the world before each test. Call it once in a test file. */
export const givenHourly = () =>
  beforeEach(async () => {
    world = await tickerWorld()
    ada = apiClient(world, "ada-token")
    bob = apiClient(world, "bob-token")
  })

export const autoId = (): string => autoActionsOf(world)[0]?.autoId ?? ""

export const settings = async (api = bob, id = autoId()) => api.getAutoActionSettings({ params: { "auto-id": id } })
