import * as z from "zod"
import { FixtureError, loadFixture } from "../../src/index.ts"
import { lazy } from "../contract/shapes.ts"
import { jsonReply } from "../http/reply.ts"
import { presentFixtureError } from "../presenters/fixture-errors.ts"
import { presentWorld } from "../presenters/worlds.ts"
import { bodyRoute, type ControlRoute } from "./route.ts"

/** The loader does the checking, so that all mistakes are reported together. */
const anything = lazy(() => z.unknown())

/** A running world as a fixture, and back (control.md section 3). */
export const fixtureRoutes: readonly ControlRoute[] = [
  bodyRoute("POST", "/worlds/:w/import", anything, async ({ named, body }) => {
    const { world, log } = named
    try {
      world.replaceWith(await loadFixture({ fixture: body, ports: world.ports, baseUrl: world.baseUrl }))
    } catch (error) {
      if (error instanceof FixtureError) return jsonReply(400, presentFixtureError(error))
      throw error
    }
    log.clear()
    return presentWorld(named)
  }),
]
