import type { Timer, WallClock } from "../time.ts"

/** Reads the machine's clock. No other code in the engine does so. */
export const systemClock: WallClock = { now: () => Date.now() }

interface Host {
  setTimeout(callback: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

/** Uses the runtime's timer. No other code in the engine does so. */
export const systemTimer: Timer = {
  after(ms, callback) {
    const host = globalThis as unknown as Host
    const handle = host.setTimeout(callback, ms)
    return () => host.clearTimeout(handle)
  },
}
