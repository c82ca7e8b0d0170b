import { vi } from "vitest"

/** Time limit in ms for anything on a busy machine. */
export const PATIENCE_MS = 60_000

/** Repeats a check until it passes. (`expect.poll` does not support parallel tests.) */
export const until = (look: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: 40 })
