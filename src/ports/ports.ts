import type { Blobs } from "./blobs.ts"
import type { Passwords } from "./passwords.ts"
import type { Patterns } from "./patterns.ts"
import type { Scripts } from "./scripts.ts"
import type { Timer, WallClock } from "./time.ts"
import type { Webhooks } from "./webhooks.ts"

/** The interfaces through which every world uses its environment. */
export interface DefaultPorts {
  /** Reads the machine's clock. */
  readonly wallClock: WallClock
  /** Schedules callbacks in real time. */
  readonly timer: Timer
  /** Hashes passwords and compares them. */
  readonly passwords: Passwords
  /** Matches regular expressions that may take more than linear time. */
  readonly patterns: Patterns
  /** Stores the bytes of files. */
  readonly blobs: Blobs
  /** Runs scripts of users in a sandbox. */
  readonly scripts: Scripts
  /** Sends requests to webhooks. */
  readonly webhooks: Webhooks
}
