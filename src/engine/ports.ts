import type { DefaultPorts, MailDelivery } from "../ports/index.ts"
import type { StoredWorld } from "./log/stored-world.ts"

/** A world's interfaces to the outside (architecture.md, "Ports"). */
export interface Ports extends DefaultPorts {
  /** If omitted, mails stay in the outbox only. */
  readonly mailDelivery?: MailDelivery
  /** If omitted, the world is kept in memory only. */
  readonly persistence?: StoredWorld | undefined
}
