import type { Mail } from "../mail/model.ts"

/** Delivers mails in addition to the outbox, which has them already. */
export interface MailDelivery {
  /** Called after the commit that wrote the mail. A rejection is logged and changes nothing for anybody. */
  deliver(mail: Mail): Promise<void>
}
