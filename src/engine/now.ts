import { toInstant } from "../model/calendar/instants.ts"
import type { Instant } from "../model/ids.ts"
import type { WallClock } from "../ports/wall-clock.ts"
import type { ClockState } from "../state/scalars.ts"
import type { State } from "../state/state.ts"

/** What a world's clock shows (architecture.md, "Time and chance"). */
export function clockNow(clock: ClockState, wall: WallClock): Instant {
  switch (clock.mode) {
    case "frozen":
      return clock.now
    case "ticking":
      return toInstant(wall.now() + clock.offsetMs)
    case "real":
      return toInstant(wall.now())
  }
}

/** A past state as it has to be when it is resumed: a ticking clock shows what it showed then. */
export function resumedAt(state: State, at: Instant, wall: WallClock): State {
  if (state.scalars.clock.mode !== "ticking") return state
  const clock: ClockState = Object.freeze({ mode: "ticking", offsetMs: Date.parse(at) - wall.now() })
  return { ...state, scalars: Object.freeze({ ...state.scalars, clock }) }
}
