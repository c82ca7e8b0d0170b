import * as z from "zod"
import { issueToken } from "../../../src/people/index.ts"
import { answerOf, strictObjectOf } from "../../api/index.ts"
import { requireUser } from "../calls/require-user.ts"
import { route } from "../route.ts"

const HOURS_IN_A_CENTURY = 876_000

const wish = strictObjectOf(() => ({
  user: z.string().describe("E-mail address, user code or ID"),
  ttl_hours: z
    .number()
    .positive()
    .max(HOURS_IN_A_CENTURY)
    .optional()
    .describe("Lifetime of the token in hours of the world's clock. Default: the lifetime of a token from Login"),
  observe: z
    .boolean()
    .optional()
    .describe("Issues a token without changing the world's state; ttl_hours then run on the machine's clock"),
}))

const HOUR_MS = 3_600_000

export const tokenRoutes = [
  route(
    "POST /worlds/:w/tokens",
    {
      name: "issueToken",
      summary: "Issue a token for a user; no password is needed",
      anchor: "tokens",
      body: wish,
      answer: answerOf(() => ({ token: z.string().describe("Token for the header Authorization: Bearer") })),
    },
    async ({ named, body: { user: reference, ttl_hours, observe } }) => {
      const { world, observeTokens } = named
      if (observe === true) {
        const view = world.view()
        const hours = ttl_hours ?? view.settings.tokenTtlHours
        return { token: observeTokens.issue(requireUser(view, reference).uId, Date.now() + hours * HOUR_MS) }
      }
      const token = await world.commit("IssueToken", null, (tx) =>
        issueToken(tx, requireUser(tx, reference), ttl_hours),
      )
      return { token }
    },
  ),
] as const
