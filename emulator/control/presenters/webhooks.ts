import type { WebhookDelivery, World } from "../../../src/inside.ts"

/** Webhook of control.md section 3. */
export const presentWebhook = ({ webhookLog }: World, delivery: WebhookDelivery) => {
  const { at, url, status, error, ms, body } = delivery
  return {
    id: String(webhookLog.numberOf(delivery)),
    at,
    url,
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error }),
    ms,
    body,
  }
}
