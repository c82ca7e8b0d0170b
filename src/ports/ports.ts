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
  /** The machine's time. */
  readonly wallClock: WallClock
  /** What calls back later. */
  readonly timer: Timer
  /** Hashes passwords and compares them. */
  readonly passwords: Passwords
  /** Matches regular expressions that need more than linear time. */
  readonly patterns: Patterns
  /** Keeps the bytes of files. */
  readonly blobs: Blobs
  /** Runs scripts of users in a sandbox. */
  readonly scripts: Scripts
  /** Sends requests to webhooks. */
  readonly webhooks: Webhooks
  /** Absent: mails stay in the outbox only. */
  readonly mailDelivery?: MailDelivery
  /** Absent: the world lives in memory only. */
  readonly persistence?: Persistence
}
