import type { Instant } from "../ids.ts"
import type { WallClock } from "../ports/wall-clock.ts"
import type { State } from "../state/state.ts"
import { clockNow, resumedAt } from "./now.ts"

/** A state, and the instant its clock showed then. */
export interface Moment {
  /** Everything that the world held. */
  readonly state: State
  /** What its clock showed then: ISO 8601 in UTC with milliseconds. */
  readonly at: Instant
}

/** A moment of a world to come back to. */
export interface Snapshot extends Moment {
  /** Number of changes that had led to it. */
  readonly version: number
}

/** The moment that begins with a state. */
export const momentOf = (state: State, wallClock: WallClock): Moment => ({
  state,
  at: clockNow(state.scalars.clock, wallClock),
})

/** The state to resume at a moment: a ticking clock continues from where it stood then. */
export const stateAt = ({ state, at }: Moment, wallClock: WallClock): State => resumedAt(state, at, wallClock)

/** The moment as it is resumed. */
export const resumed = (moment: Moment, wallClock: WallClock): Moment => ({
  state: stateAt(moment, wallClock),
  at: moment.at,
})
