import type { Mail } from "../../src/model/records/index.ts"
import type { MailDelivery, Webhooks } from "../../src/ports/index.ts"

export interface RecordingDelivery extends MailDelivery {
  readonly delivered: readonly Mail[]
}

/** `failure`: the error with which every delivery rejects. */
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

export interface RecordingWebhooks extends Webhooks {
  readonly posted: readonly { readonly url: string; readonly body: unknown }[]
}

/** `answer`: returns the status for a URL, or throws to simulate a failed request. Default: 200. */
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
