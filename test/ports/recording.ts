import type { MailDelivery } from "../../src/ports/mail-delivery.ts"
import type { Webhooks } from "../../src/ports/webhooks.ts"
import type { Mail } from "../../src/model/records/mail.ts"

/** Keeps what it is asked to deliver, for tests that look at it. */
export interface RecordingDelivery extends MailDelivery {
  readonly delivered: readonly Mail[]
}

/** With a failure, every delivery rejects with it. */
export function recordingDelivery(failure?: Error): RecordingDelivery {
  const delivered: Mail[] = []
  return {
    delivered,
    async deliver(mail) {
      if (failure !== undefined) throw failure
      delivered.push(mail)
    },
  }
}

/** Keeps the webhooks it is asked to send, for tests that look at them. */
export interface RecordingWebhooks extends Webhooks {
  readonly posted: readonly { readonly url: string; readonly body: unknown }[]
}

/** `answer` returns the status for a URL, or throws where there is to be no answer; 200 when absent. */
export function recordingWebhooks(answer: (url: string) => number = () => 200): RecordingWebhooks {
  const posted: { readonly url: string; readonly body: unknown }[] = []
  return {
    posted,
    async post(url, body) {
      const status = answer(url)
      posted.push({ url, body: JSON.parse(JSON.stringify(body)) })
      return status
    },
  }
}
