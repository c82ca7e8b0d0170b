import type { Hono } from "hono"
import { type ControlEnv, inWorld } from "./control-env.ts"
import { answerWithList } from "./list-page.ts"
import { presentWebhook } from "./presenters/webhooks.ts"

/** The webhooks a world sent or could not send (control.md section 3). */
export function webhookRoutes(control: Hono<ControlEnv>): void {
  control.get("/worlds/:w/webhooks", inWorld, (context) =>
    answerWithList(context, "webhooks", context.get("named").world.webhookLog.entries, presentWebhook),
  )
}
