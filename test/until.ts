import { vi } from "vitest"

/** How long anything may take on a machine that has much else to do. */
export const PATIENCE_MS = 60_000

/** Looks again until what is expected holds. (`expect.poll` knows no tests that run side by side.) */
export const until = (look: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: 40 })
