import type { Ports } from "../ports.ts"
import { noWebhooks } from "../../adapters/absent.ts"
import { memoryBlobs } from "./memory-blobs.ts"
import { noPatterns } from "../../adapters/no-patterns.ts"
import { quickjsScripts } from "./quickjs-scripts.ts"
import { scryptPasswords } from "./scrypt-passwords.ts"
import { systemClock } from "../../adapters/system-clock.ts"
import { systemTimer } from "./system-time.ts"

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
