import { presentWebhook } from "../presenters/control/webhooks.ts"
import { type ControlRoute, route } from "./route.ts"

/** The webhooks a world sent or could not send (control.md section 3). */
export const webhookRoutes: readonly ControlRoute[] = [
  route("GET", "/worlds/:w/webhooks", ({ named }) => ({
    webhooks: named.world.webhookLog.entries.map(presentWebhook),
  })),
]
