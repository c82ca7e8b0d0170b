import * as z from "zod"
import { dumpFixture, FixtureError, loadFixture } from "../../src/index.ts"
import { lazy } from "../contract/shapes.ts"
import { writeFixture } from "../fixture-text.ts"
import { MAX_FIXTURE_BYTES, MAX_FIXTURE_NESTING } from "../http/limits.ts"
import { jsonReply } from "../http/reply.ts"
import { presentFixtureError } from "../presenters/control/fixture-errors.ts"
import { presentWorld } from "../presenters/control/worlds.ts"
import { JsonText } from "../presenters/json-text.ts"
import { replaceWorld } from "../worlds.ts"
import { bodyRoute, type ControlRoute, route } from "./route.ts"

/** The loader does the checking, so that all mistakes are reported together. */
const anything = lazy(() => z.unknown())

const importRoute = bodyRoute("POST", "/worlds/:w/import", anything, async ({ named, body }) => {
  const { ports, baseUrl } = named.world
  try {
    await replaceWorld(named, await loadFixture({ fixture: body, ports, baseUrl }))
  } catch (error) {
    if (error instanceof FixtureError) return jsonReply(400, presentFixtureError(error))
    throw error
  }
  return presentWorld(named)
})

/** A running world as a fixture, and back (control.md section 3). */
export const fixtureRoutes: readonly ControlRoute[] = [
  route("GET", "/worlds/:w/export", ({ named }) =>
    jsonReply(200, new JsonText(writeFixture(dumpFixture(named.world)))),
  ),
  { ...importRoute, limits: { bytes: MAX_FIXTURE_BYTES, nesting: MAX_FIXTURE_NESTING } },
]
