import type { Instant } from "../../model/index.ts"
import type { WallClock } from "../../ports/index.ts"
import type { Change, ClockState, State } from "../../state/index.ts"
import { clockNow } from "../background/moment.ts"

/** The machine's time at a stored world's newest change. While the machine's clock is behind it, the world's clock stands. */
export interface ClockFloor {
  /** The world's clock when the world was opened. Another clock, for example after a move, has no floor. */
  readonly clock: ClockState
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly wallMs: number
}

export interface NewestChange {
  readonly state: State
  readonly changes: readonly Change[]
  /** Time of the newest change if `changes` is empty; null if it is unknown or if the change set the clock. */
  readonly lastAt: Instant | null
}

/**
 * Returns the floor of a stored world's clock if the machine's clock is now behind the machine's time at the newest change. A clock that was
 * set back must not take a running world back in time (model.md section 10).
 */
export function clockFloor(newest: NewestChange, wall: WallClock): ClockFloor | undefined {
  const { state, changes } = newest
  const { clock } = (changes.at(-1) ?? state).scalars
  const wallMs = clock.mode === "frozen" ? undefined : wallMsOf(newest)
  return wallMs === undefined || wallMs <= wall.now() ? undefined : { clock, wallMs }
}

/** Returns the machine's time at the newest change at the latest. */
function wallMsOf({ state, changes, lastAt }: NewestChange): number | undefined {
  const last = changes.at(-1)
  if (last === undefined) return lastAt === null ? undefined : machineMs(state.scalars.clock, lastAt)
  const before = machineMs((changes.at(-2) ?? state).scalars.clock, last.at)
  const after = machineMs(last.scalars.clock, last.at)
  // An event that runs during a clock move has the event's own instant, which only the new clock can show.
  return before === undefined || after === undefined ? before : Math.min(before, after)
}

/** Returns the machine's time at which the clock shows `at`. Returns undefined if the clock is frozen. */
function machineMs(clock: ClockState, at: Instant): number | undefined {
  if (clock.mode === "frozen") return undefined
  return Date.parse(at) - (clock.mode === "ticking" ? clock.offsetMs : 0)
}

/** The time of a world whose clock stands at its floor, if it has one, until the machine's clock has caught up. */
export class FlooredClock {
  #floor: ClockFloor | undefined

  constructor(floor: ClockFloor | undefined) {
    this.#floor = floor
  }

  /** Undefined if the clock never stood or no longer stands. */
  get floor(): ClockFloor | undefined {
    return this.#floor
  }

  now(clock: ClockState, wall: WallClock): Instant {
    const floor = this.#floor
    if (floor !== undefined && isSameClock(floor.clock, clock) && wall.now() < floor.wallMs)
      return clockNow(clock, { now: () => floor.wallMs })
    // A clock that was moved or has caught up must not stand again.
    this.#floor = undefined
    return clockNow(clock, wall)
  }
}

const EPOCH: WallClock = { now: () => 0 }

const isSameClock = (one: ClockState, other: ClockState): boolean =>
  one === other || (one.mode === other.mode && clockNow(one, EPOCH) === clockNow(other, EPOCH))
