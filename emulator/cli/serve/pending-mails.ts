import type { Mail, MailDelivery } from "../../../src/inside.ts"

/** Knows which mails are being delivered, so that a server can end when they are. */
export class MailsUnderWay {
  readonly #mails = new Map<Mail, Promise<void>>()

  /** The same delivery, watched. */
  watch(delivery: MailDelivery): MailDelivery {
    return {
      deliver: (mail) => {
        const delivered = delivery.deliver(mail).finally(() => this.#mails.delete(mail))
        this.#mails.set(mail, delivered)
        return delivered
      },
    }
  }

  /** Waits until all are delivered or have failed, for so long; answers those that are left. */
  async settle(patienceMs: number): Promise<readonly Mail[]> {
    const until = Date.now() + patienceMs
    while (this.#mails.size > 0 && Date.now() < until) {
      const patience = new Promise((resolve) => setTimeout(resolve, until - Date.now()))
      await Promise.race([Promise.allSettled(this.#mails.values()), patience])
    }
    return [...this.#mails.keys()]
  }
}
