import * as z from "zod"
import { answer, lazy } from "../../contract/shapes.ts"
import { answerWith } from "../control-env.ts"
import { route } from "../route.ts"

/** Whether requests may be sent here (control.md section 3, "ready"): for load balancers, containers and scripts that wait. */
export const readinessRoutes = [
  route(
    "GET /ready",
    {
      name: "getReady",
      summary: "Whether requests may be sent: 200, or 503 with the reason",
      anchor: "ready-route",
      answer: lazy(() => answer({ ready: z.literal(true).describe("true, always: what is not ready answers 503") })),
      refuses: [503],
    },
    ({ worlds, context }) => {
      const trouble = worlds.storeTrouble
      if (trouble === null) return { ready: true as const }
      return answerWith(context, { ready: false, reason: trouble, error: trouble, error_code: "SYSTEM_ERROR" }, 503)
    },
  ),
] as const
