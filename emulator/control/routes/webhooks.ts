import * as z from "zod"
import { resendWebhook } from "../../../src/items/index.ts"
import { targetNotFound } from "../../../src/model/index.ts"
import { answer, lazy } from "../../api/index.ts"
import { listing } from "../paged-list.ts"
import { presentWebhook } from "../presenters/webhooks.ts"
import { route } from "../route.ts"
import { webhookShape } from "../shapes/webhooks.ts"

export const webhookRoutes = [
  route(
    "GET /worlds/:w/webhooks",
    {
      name: "listWebhooks",
      summary: "List webhooks with their results",
      anchor: "webhooks",
      answer: lazy(() => answer({ webhooks: z.array(webhookShape()).describe("Webhooks, oldest first") })),
      isList: true,
    },
    ({ named: { world } }) =>
      listing("webhooks", world.webhookLog.entries, (delivery) => presentWebhook(world, delivery)),
  ),
  route(
    "POST /worlds/:w/webhooks/:id/resend",
    {
      name: "resendWebhook",
      summary: "Send a webhook again, with the same body",
      anchor: "resend",
      params: { id: "Number of the delivery" },
      answer: webhookShape,
    },
    async ({ named: { world }, params: { id } }) => {
      const { webhookLog } = world
      const delivery = webhookLog.entries.find((one) => String(webhookLog.numberOf(one)) === id)
      if (delivery === undefined) throw targetNotFound(`the world has no webhook delivery ${JSON.stringify(id)}`)
      return presentWebhook(world, await resendWebhook(world, delivery))
    },
  ),
] as const
