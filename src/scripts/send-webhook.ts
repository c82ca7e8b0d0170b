import type { Engine } from "../engine/engine.ts"
import type { WebhookDelivery } from "../records/webhook-delivery.ts"

/** Sends a webhook and writes down what became of it. Never rejects: a failure is part of that. */
export async function sendWebhook(
  engine: Engine,
  { url, body, behalf }: Pick<WebhookDelivery, "url" | "body" | "behalf">,
): Promise<WebhookDelivery> {
  const log = engine.webhookLog.opened()
  const at = engine.now
  const started = engine.ports.wallClock.now()
  const how = await engine.ports.webhooks.post(url, body).then(
    (status) => ({ status }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  const delivery: WebhookDelivery = {
    at,
    url,
    ...how,
    ms: engine.ports.wallClock.now() - started,
    body,
    ...(behalf === undefined ? {} : { behalf }),
  }
  log.add(delivery)
  return delivery
}

/** Sends a webhook again as it was. */
export const resendWebhook = (engine: Engine, { url, body, behalf }: WebhookDelivery): Promise<WebhookDelivery> =>
  sendWebhook(engine, { url, body, behalf })
