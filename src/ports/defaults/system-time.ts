import type { Timer } from "../timer.ts"

interface Host {
  setTimeout(callback: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

/** The timer that every JavaScript runtime has: the one place of the engine that asks for it. */
export const systemTimer: Timer = {
  after(ms, callback) {
    const host = globalThis as unknown as Host
    const handle = host.setTimeout(callback, ms)
    return () => host.clearTimeout(handle)
  },
}
