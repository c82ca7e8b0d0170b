import type { Webhooks } from "../ports/webhooks.ts"

/** For a world made without a way to send webhooks: each is logged as not sent. */
export const noWebhooks: Webhooks = {
  post: async () => {
    throw new Error("this world was made without a way to send webhooks: pass `webhooks`")
  },
}
