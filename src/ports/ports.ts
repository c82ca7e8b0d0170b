import type { Blobs } from "./blobs.ts"
import type { MailDelivery } from "./mail-delivery.ts"
import type { Passwords } from "./passwords.ts"
import type { Patterns } from "./patterns.ts"
import type { Persistence } from "./persistence.ts"
import type { Scripts } from "./scripts.ts"
import type { Timer } from "./timer.ts"
import type { WallClock } from "./wall-clock.ts"
import type { Webhooks } from "./webhooks.ts"

/** What a world reaches the outside through (architecture.md, "Ports"). */
export interface Ports {
  readonly wallClock: WallClock
  readonly timer: Timer
  readonly passwords: Passwords
  readonly patterns: Patterns
  readonly blobs: Blobs
  readonly scripts: Scripts
  readonly webhooks: Webhooks
  /** Absent: mails stay in the outbox only. */
  readonly mailDelivery?: MailDelivery
  /** Absent: the world lives in memory only. */
  readonly persistence?: Persistence
}
