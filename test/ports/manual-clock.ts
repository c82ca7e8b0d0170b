import type { WallClock } from "../../src/ports/index.ts"

/** A wall clock that only `pass` moves, for worlds with a real or ticking clock. */
export interface ManualClock extends WallClock {
  /** Adds milliseconds. A negative number sets the clock back. */
  pass(ms: number): void
}

export function manualClock(start: number): ManualClock {
  let now = start
  return {
    now: () => now,
    pass(ms) {
      now += ms
    },
  }
}
