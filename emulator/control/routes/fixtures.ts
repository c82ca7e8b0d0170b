import * as z from "zod"
import {
  dumpForWriting,
  FixtureError,
  loadFixture,
  type Mistake,
  mistakeText,
  pathText,
  readScalars,
} from "../../../src/fixtures/index.ts"
import { MAX_FINDINGS } from "../../../src/model/index.ts"
import { anyObject } from "../../../src/model/input/index.ts"
import { seededState } from "../../../src/world/index.ts"
import { FIXTURE_LIMITS, lazy, MAX_FIXTURE_BYTES } from "../../api/index.ts"
import { longJsonReply, nextTurn } from "../../wire/index.ts"
import { replaceWorld } from "../../worlds/index.ts"
import { answerInTurn, answerWith } from "../control-env.ts"
import { presentWorld } from "../presenters/worlds.ts"
import { route } from "../route.ts"
import { worldShape } from "../shapes/worlds.ts"
import { fixtureTooLarge } from "../texts/fixture-text.ts"

/** Accepts any value, because the fixture loader validates the fixture and reports all mistakes together. */
const anything = lazy(() => z.unknown().describe("A fixture"))

/** Limit of exports, equal to that of imports, so that every export can be imported. */
const FIXTURE_LIMIT = {
  most: MAX_FIXTURE_BYTES,
  beyond(): never {
    throw fixtureTooLarge()
  },
}

const placedMistake = ({ path, message }: ReturnType<typeof readScalars>["mistakes"][number]): Mistake => ({
  path: pathText(path),
  message,
})

export const fixtureRoutes = [
  route(
    "GET /worlds/:w/export",
    {
      readsVersions: true,
      name: "exportWorld",
      summary: "Export the world as a fixture",
      anchor: "export",
      answer: lazy(() => anyObject().describe("A fixture (fixtures.md)")),
    },
    ({ named, context }) => answerInTurn(context, () => longJsonReply(200, dumpForWriting(named.world), FIXTURE_LIMIT)),
  ),
  route(
    "POST /worlds/:w/import",
    {
      name: "importWorld",
      summary: "Replace the content of a world; a later reset returns to this state",
      description: "An invalid fixture changes nothing; errors lists its mistakes with their paths.",
      anchor: "import",
      body: anything,
      bodyName: "fixture",
      limits: FIXTURE_LIMITS,
      answer: worldShape,
    },
    async ({ named, body, context }) => {
      const { ports, baseUrl } = named.world
      try {
        const { value, mistakes } = readScalars(body)
        if (mistakes.length > 0) throw new FixtureError(mistakes.map(placedMistake))
        const loaded = await loadFixture({ fixture: value, ports, baseUrl, pause: nextTurn })
        await replaceWorld(named, await seededState(loaded, value, ports, baseUrl))
      } catch (error) {
        if (error instanceof FixtureError) return answerWith(context, presentFixtureError(error), 400)
        throw error
      }
      return presentWorld(named)
    },
  ),
] as const

/** Converts the mistakes of an invalid fixture for a response, at most a hundred (control.md section 4). */
function presentFixtureError({ mistakes }: FixtureError) {
  const first = mistakes.slice(0, MAX_FINDINGS).map(({ path, message }) => ({ path, message }))
  const rest = mistakes.length - first.length
  const count = rest > 0 ? `more than ${MAX_FINDINGS}` : mistakes.length
  const amount = mistakes.length === 1 ? "a mistake" : `${count} mistakes; the first mistake is`
  return {
    error: `the fixture has ${[amount, ...mistakes.slice(0, 1).map(mistakeText)].join(": ")}`,
    error_code: "INVALID_PARAMS",
    errors: rest > 0 ? [...first, { path: "", message: `and at least ${rest} more mistakes` }] : first,
  }
}
