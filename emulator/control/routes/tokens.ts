import * as z from "zod"
import { issueToken } from "../../../src/inside.ts"
import { answer, lazy } from "../../contract/shapes.ts"
import { requireUser } from "../require-user.ts"
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
    observe: z
      .boolean()
      .optional()
      .describe("A token that is in no table, so that the world stays as it is; ttl_hours are the machine's"),
  }),
)

const HOUR_MS = 3_600_000

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
