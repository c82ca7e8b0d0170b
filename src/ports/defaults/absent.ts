import type { Webhooks } from "../webhooks.ts"

export const noWebhooks: Webhooks = {
  post: async () => {
    throw new Error("this world can't send webhooks; pass the port `webhooks` to createWorld")
  },
}
