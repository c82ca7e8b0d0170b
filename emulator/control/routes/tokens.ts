import * as z from "zod"
import { findUserByReference, issueToken, targetNotFound } from "../../../src/inside.ts"
import { answer, lazy } from "../../contract/shapes.ts"
import { route } from "../route.ts"

const HOURS_IN_A_CENTURY = 876_000

const wish = lazy(() =>
  z.strictObject({
    user: z.string().describe("E-mail address, user code or ID"),
    ttl_hours: z
      .number()
      .positive()
      .max(HOURS_IN_A_CENTURY)
      .optional()
      .describe("How long the token is valid, in hours of the world; as long as Login's when absent"),
  }),
)

/** Tokens without a password (control.md section 3). */
export const tokenRoutes = [
  route(
    "POST /worlds/:w/tokens",
    {
      name: "issueToken",
      summary: "A token to act as a user, without a password",
      anchor: "tokens",
      body: wish,
      answer: lazy(() => answer({ token: z.string().describe("For the header Authorization: Bearer") })),
    },
    async ({ named, body: { user: reference, ttl_hours } }) => {
      const token = await named.world.commit("IssueToken", null, (tx) => {
        const user = findUserByReference(tx, reference)
        if (user === undefined || user.isBot) throw targetNotFound(`no user ${JSON.stringify(reference)}`)
        return issueToken(tx, user, ttl_hours)
      })
      return { token }
    },
  ),
] as const
