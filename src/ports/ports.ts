import type { Blobs } from "./blobs.ts"
import type { Passwords } from "./passwords.ts"
import type { Patterns } from "./patterns.ts"
import type { Scripts } from "./scripts.ts"
import type { Timer, WallClock } from "./time.ts"
import type { Webhooks } from "./webhooks.ts"

/** The interfaces to the environment that every world needs. */
export interface DefaultPorts {
  /** The machine's time. */
  readonly wallClock: WallClock
  /** Schedules callbacks in real time. */
  readonly timer: Timer
  /** Hashes passwords and compares them. */
  readonly passwords: Passwords
  /** Matches regular expressions that may need more than linear time. */
  readonly patterns: Patterns
  /** Stores the bytes of files. */
  readonly blobs: Blobs
  /** Runs scripts of users in a sandbox. */
  readonly scripts: Scripts
  /** Sends requests to webhooks. */
  readonly webhooks: Webhooks
}
