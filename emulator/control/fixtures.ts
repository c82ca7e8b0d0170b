import type { Hono } from "hono"
import * as z from "zod"
import { dumpFixture, FixtureError, loadFixture } from "../../src/inside.ts"
import { lazy } from "../contract/shapes.ts"
import { writeFixture } from "../fixture-text.ts"
import { FIXTURE_LIMITS } from "../http/limits.ts"
import { JsonText } from "../presenters/json-text.ts"
import { jsonReply } from "../wire/reply.ts"
import { replaceWorld } from "../worlds/worlds.ts"
import { answerControl, answerWith, type ControlEnv, inWorld, takes } from "./control-env.ts"
import { presentFixtureError } from "./presenters/fixture-errors.ts"
import { presentWorld } from "./presenters/worlds.ts"

/** The loader does the checking, so that all mistakes are reported together. */
const anything = lazy(() => z.unknown())

/** A running world as a fixture, and back (control.md section 3). */
export function fixtureRoutes(control: Hono<ControlEnv>): void {
  control.get("/worlds/:w/export", inWorld, (context) =>
    answerControl(context, jsonReply(200, new JsonText(writeFixture(dumpFixture(context.get("named").world))))),
  )
  control.post("/worlds/:w/import", inWorld, takes(anything, FIXTURE_LIMITS), async (context) => {
    const named = context.get("named")
    const { ports, baseUrl } = named.world
    try {
      await replaceWorld(named, await loadFixture({ fixture: context.get("body"), ports, baseUrl }))
    } catch (error) {
      if (error instanceof FixtureError) return answerWith(context, presentFixtureError(error), 400)
      throw error
    }
    return answerWith(context, presentWorld(named))
  })
}
