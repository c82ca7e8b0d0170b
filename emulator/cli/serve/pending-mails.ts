import type { Mail } from "../../../src/model/records/index.ts"
import type { MailDelivery } from "../../../src/ports/index.ts"

/** Tracks mails that are being delivered, so that a server can wait for their delivery before it stops. */
export class PendingMails {
  readonly #mails = new Map<Mail, Promise<void>>()

  watch(delivery: MailDelivery): MailDelivery {
    return {
      deliver: (mail) => {
        const delivered = delivery.deliver(mail).finally(() => this.#mails.delete(mail))
        this.#mails.set(mail, delivered)
        return delivered
      },
    }
  }

  async settle(patienceMs: number): Promise<readonly Mail[]> {
    const until = Date.now() + patienceMs
    while (this.#mails.size > 0 && Date.now() < until) {
      const patience = new Promise((resolve) => setTimeout(resolve, until - Date.now()))
      await Promise.race([Promise.allSettled(this.#mails.values()), patience])
    }
    return [...this.#mails.keys()]
  }
}
