import type { Ports } from "../ports/ports.ts"
import { noWebhooks } from "./absent.ts"
import { memoryBlobs } from "./memory-blobs.ts"
import { noPatterns } from "./no-patterns.ts"
import { quickjsScripts } from "./quickjs-scripts.ts"
import { scryptPasswords } from "./scrypt-passwords.ts"
import { systemClock } from "./system-clock.ts"
import { systemTimer } from "./system-timer.ts"

/**
 * The ports of a world unless others are given: everything in memory, the machine's time, scripts on the caller's thread.
 */
export const defaultPorts = (): Ports => ({
  wallClock: systemClock,
  timer: systemTimer,
  passwords: scryptPasswords(),
  patterns: noPatterns,
  blobs: memoryBlobs(),
  scripts: quickjsScripts(),
  webhooks: noWebhooks,
})
