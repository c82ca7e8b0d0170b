import type { Scripts } from "../ports/scripts.ts"
import type { Webhooks } from "../ports/webhooks.ts"

/** For a world made without a script sandbox: every script is stopped with a message that says so. */
export const noScripts: Scripts = {
  run: async () => ({
    outcome: { status: "stopped", message: "this world was made without a script sandbox: pass `scripts`" },
    logs: [],
  }),
  close() {},
}

/** For a world made without a way to send webhooks: each is logged as not sent. */
export const noWebhooks: Webhooks = {
  post: async () => {
    throw new Error("this world was made without a way to send webhooks: pass `webhooks`")
  },
}
