import type { WallClock } from "../../src/ports/wall-clock.ts"

/** A wall clock that stands still until it is moved, backwards too: for tests of worlds whose clock is real or ticking. */
export interface ManualClock extends WallClock {
  /** Goes on by so many milliseconds. */
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
