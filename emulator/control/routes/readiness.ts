import * as z from "zod"
import { answerOf } from "../../api/index.ts"
import { answerWith } from "../control-env.ts"
import { route } from "../route.ts"

/** Route for readiness checks by load balancers, containers and scripts (control.md section 3, "ready"). */
export const readinessRoutes = [
  route(
    "GET /ready",
    {
      name: "getReady",
      summary: "Check whether the server is ready: 200, or 503 with the reason",
      description:
        "The server responds whatever the Host header is. Foreign hosts and other machines get only {status}.",
      anchor: "ready-route",
      answer: answerOf(() => ({
        ready: z.literal(true).describe("Always true; a server that is not ready responds with 503"),
      })),
      refuses: [503],
    },
    ({ worlds, context }) => {
      const trouble = worlds.storeTrouble
      if (trouble === null) return { ready: true as const }
      return answerWith(context, { ready: false, reason: trouble, error: trouble, error_code: "SYSTEM_ERROR" }, 503)
    },
  ),
] as const
