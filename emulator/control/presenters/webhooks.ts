import { defined } from "../../../src/model/index.ts"
import type { WebhookDelivery } from "../../../src/model/records/index.ts"
import type { World } from "../../../src/world/index.ts"

export const presentWebhook = ({ webhookLog }: World, delivery: WebhookDelivery) => {
  const { at, url, status, error, ms, body } = delivery
  return {
    id: String(webhookLog.numberOf(delivery)),
    at,
    url,
    ...defined({ status, error }),
    ms,
    body,
  }
}
