import type { Mail } from "../model/records/mail.ts"

/** Delivers mails in addition to the outbox, which has them already. */
export interface MailDelivery {
  /** Called after the commit that wrote the mail, once per mail, in the order they were sent and without waiting for the one before. A rejection is logged and changes nothing for anybody. */
  deliver(mail: Mail): Promise<void>
}
