import type { Mail } from "../model/records/index.ts"

/** Delivers mails that are already in the world's outbox. */
export interface MailDelivery {
  /** Called once per mail after its commit, in sending order, without waiting for earlier deliveries. A rejection is only logged. */
  deliver(mail: Mail): Promise<void>
}
