import * as z from "zod"
import { dumpFixture, FixtureError, loadFixture } from "../../../src/inside.ts"
import { anyObject, lazy } from "../../contract/shapes.ts"
import { writeFixture } from "../../fixture-text.ts"
import { FIXTURE_LIMITS } from "../../http/limits.ts"
import { JsonText } from "../../presenters/json-text.ts"
import { jsonReply } from "../../wire/reply.ts"
import { replaceWorld } from "../../worlds/worlds.ts"
import { answerControl, answerWith } from "../control-env.ts"
import { presentFixtureError } from "../presenters/fixture-errors.ts"
import { presentWorld } from "../presenters/worlds.ts"
import { route } from "../route.ts"
import { worldShape } from "../shapes/worlds.ts"

/** The loader does the checking, so that all mistakes are reported together. */
const anything = lazy(() => z.unknown().describe("A fixture"))

/** A running world as a fixture, and back (control.md section 3). */
export const fixtureRoutes = [
  route(
    "GET /worlds/:w/export",
    {
      name: "exportWorld",
      summary: "The world as a fixture",
      anchor: "export",
      answer: lazy(() => anyObject().describe("A fixture, as fixtures.md has it")),
    },
    ({ named, context }) =>
      answerControl(context, jsonReply(200, new JsonText(writeFixture(dumpFixture(named.world))))),
  ),
  route(
    "POST /worlds/:w/import",
    {
      name: "importWorld",
      summary: "Replace everything in a world; reset now leads here",
      description: "A faulty fixture changes nothing; every mistake is told in errors, with its path.",
      anchor: "import",
      body: anything,
      bodyName: "fixture",
      limits: FIXTURE_LIMITS,
      answer: worldShape,
    },
    async ({ named, body, context }) => {
      const { ports, baseUrl } = named.world
      try {
        await replaceWorld(named, await loadFixture({ fixture: body, ports, baseUrl }))
      } catch (error) {
        if (error instanceof FixtureError) return answerWith(context, presentFixtureError(error), 400)
        throw error
      }
      return presentWorld(named)
    },
  ),
] as const
