import type { DefaultPorts, MailDelivery } from "../../ports/index.ts"
import type { StoredWorld } from "../log/stored-world.ts"

/** The interfaces between a world and its environment (architecture.md, "Ports"). */
export interface Ports extends DefaultPorts {
  /** Delivers mails. If omitted, mails remain in the outbox and are not delivered. */
  readonly mailDelivery?: MailDelivery
  /** Stores the world. If omitted, the world exists in memory only. */
  readonly persistence?: StoredWorld | undefined
}
