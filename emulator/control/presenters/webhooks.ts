import type { WebhookDelivery } from "../../../src/inside.ts"

export const presentWebhook = ({ at, url, status, error, ms, body }: WebhookDelivery) => ({
  at,
  url,
  ...(status === undefined ? {} : { status }),
  ...(error === undefined ? {} : { error }),
  ms,
  body,
})
