import type { Timer, WallClock } from "../time.ts"

/** The only place in the engine that reads the machine's clock. */
export const systemClock: WallClock = { now: () => Date.now() }

interface Host {
  setTimeout(callback: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

/** The only place in the engine that uses the runtime's timer. */
export const systemTimer: Timer = {
  after(ms, callback) {
    const host = globalThis as unknown as Host
    const handle = host.setTimeout(callback, ms)
    return () => host.clearTimeout(handle)
  },
}
