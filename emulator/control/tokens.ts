import type { Hono } from "hono"
import * as z from "zod"
import { findUserByReference, issueToken, targetNotFound } from "../../src/inside.ts"
import { lazy } from "../contract/shapes.ts"
import { answerWith, type ControlEnv, inWorld, takes } from "./control-env.ts"

const HOURS_IN_A_CENTURY = 876_000

const wish = lazy(() =>
  z.strictObject({ user: z.string(), ttl_hours: z.number().positive().max(HOURS_IN_A_CENTURY).optional() }),
)

/** Tokens without a password (control.md section 3). */
export function tokenRoutes(control: Hono<ControlEnv>): void {
  control.post("/worlds/:w/tokens", inWorld, takes(wish), async (context) => {
    const { user: reference, ttl_hours } = context.get("body")
    const token = await context.get("named").world.commit("IssueToken", null, (tx) => {
      const user = findUserByReference(tx, reference)
      if (user === undefined || user.isBot) throw targetNotFound(`no user ${JSON.stringify(reference)}`)
      return issueToken(tx, user, ttl_hours)
    })
    return answerWith(context, { token })
  })
}
