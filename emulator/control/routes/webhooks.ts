import * as z from "zod"
import { answer, lazy, millis, named } from "../../contract/shapes.ts"
import { listing } from "../paged-list.ts"
import { presentWebhook } from "../presenters/webhooks.ts"
import { route } from "../route.ts"

export const webhookShape = lazy(() =>
  named(
    "Webhook",
    answer({
      at: millis().describe("When it was sent, by the world's clock"),
      url: z.string().describe("Where to"),
      status: z.int().optional().describe("The status it was answered with"),
      error: z.string().optional().describe("Why there was no answer"),
      ms: z.number().describe("How long it took, in milliseconds"),
      body: z.unknown().describe("What was sent"),
    }),
  ),
)

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
