import type { DefaultPorts } from "../ports.ts"
import { noWebhooks } from "./absent.ts"
import { memoryBlobs } from "./memory-blobs.ts"
import { noPatterns } from "./no-patterns.ts"
import { quickjsScripts } from "./quickjs-scripts.ts"
import { scryptPasswords } from "./scrypt-passwords.ts"
import { systemClock, systemTimer } from "./system-time.ts"

/**
 * Returns the default ports: everything in memory, the machine's time, scripts on the caller's thread.
 *
 * @example
 * ```ts
 * import { createWorld, defaultPorts } from "hexarium"
 *
 * const wallClock = { now: () => Date.UTC(2026, 0, 5) }
 * const world = await createWorld({ fixture, ports: { ...defaultPorts(), wallClock } })
 * ```
 */
export const defaultPorts = (): DefaultPorts => ({
  wallClock: systemClock,
  timer: systemTimer,
  passwords: scryptPasswords(),
  patterns: noPatterns,
  blobs: memoryBlobs(),
  scripts: quickjsScripts(),
  webhooks: noWebhooks,
})
