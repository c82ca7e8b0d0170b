import * as z from "zod"
import { dumpForWriting, FixtureError, loadFixture } from "../../../src/inside.ts"
import { anyObject, lazy } from "../../contract/shapes.ts"
import { fixtureTooLarge } from "../fixture-text.ts"
import { FIXTURE_LIMITS, MAX_FIXTURE_BYTES } from "../../api/http/limits.ts"
import { longJsonReply } from "../../wire/reply.ts"
import { replaceWorld } from "../../worlds/worlds.ts"
import { answerInTurn, answerWith } from "../control-env.ts"
import { presentFixtureError } from "../presenters/fixture-errors.ts"
import { presentWorld } from "../presenters/worlds.ts"
import { route } from "../route.ts"
import { worldShape } from "../shapes/worlds.ts"

/** The loader does the checking, so that all mistakes are reported together. */
const anything = lazy(() => z.unknown().describe("A fixture"))

/** What is exported can be imported again. */
const FIXTURE_LIMIT = {
  most: MAX_FIXTURE_BYTES,
  beyond(): never {
    throw fixtureTooLarge()
  },
}

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
    ({ named, context }) => answerInTurn(context, () => longJsonReply(200, dumpForWriting(named.world), FIXTURE_LIMIT)),
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
