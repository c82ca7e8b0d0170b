import * as z from "zod"
import { answer, lazy } from "../../contract/shapes.ts"
import { listing } from "../paged-list.ts"
import { presentWebhook } from "../presenters/webhooks.ts"
import { route } from "../route.ts"
import { webhookShape } from "../shapes/webhooks.ts"

/** The webhooks a world sent or could not send (control.md section 3). */
export const webhookRoutes = [
  route(
    "GET /worlds/:w/webhooks",
    {
      name: "listWebhooks",
      summary: "Webhooks that were sent, or could not be",
      anchor: "webhooks",
      answer: lazy(() => answer({ webhooks: z.array(webhookShape()).describe("Oldest first") })),
      isList: true,
    },
    ({ named }) => listing("webhooks", named.world.webhookLog.entries, presentWebhook),
  ),
] as const
