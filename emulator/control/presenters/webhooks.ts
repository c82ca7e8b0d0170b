import { defined } from "../../../src/model/index.ts"
import type { WebhookDelivery } from "../../../src/model/records/index.ts"

/** `id` is the delivery's number in the world's log of webhooks. */
export const presentWebhook = ({ at, url, status, error, ms, body }: WebhookDelivery, id: number) => {
  return {
    id: String(id),
    at,
    url,
    ...defined({ status, error }),
    ms,
    body,
  }
}
