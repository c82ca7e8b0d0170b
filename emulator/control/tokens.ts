import * as z from "zod"
import { findUserByReference, issueToken, targetNotFound } from "../../src/index.ts"
import { lazy } from "../contract/shapes.ts"
import { bodyRoute, type ControlRoute } from "./route.ts"

const HOURS_IN_A_CENTURY = 876_000

const wish = lazy(() =>
  z.strictObject({ user: z.string(), ttl_hours: z.number().positive().max(HOURS_IN_A_CENTURY).optional() }),
)

/** Tokens without a password (control.md section 3). */
export const tokenRoutes: readonly ControlRoute[] = [
  bodyRoute("POST", "/worlds/:w/tokens", wish, async ({ named, body }) => ({
    token: await named.world.commit("IssueToken", null, (tx) => {
      const user = findUserByReference(tx, body.user)
      if (user === undefined || user.isBot) throw targetNotFound(`no user ${JSON.stringify(body.user)}`)
      return issueToken(tx, user, body.ttl_hours)
    }),
  })),
]
