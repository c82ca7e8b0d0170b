import type { Instant } from "../model/ids.ts"
import type { Blobs } from "../ports/blobs.ts"
import type { WallClock } from "../ports/wall-clock.ts"
import type { State } from "../state/state.ts"
import { shown } from "../model/strings/options.ts"
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

/** Where the bytes are that a snapshot names. */
const blobsOf = new WeakMap<Snapshot, Blobs>()

/** From now on worlds with these blobs can go back to it. */
export const belongsTo = (snapshot: Snapshot, blobs: Blobs): unknown => blobsOf.set(snapshot, blobs)

/** Refuses what is no snapshot, and that of a world whose files this one has not: one that it was neither forked from nor to. */
export function requireSnapshot(where: string, snapshot: Snapshot, blobs: Blobs): void {
  const isObject = typeof snapshot === "object" && snapshot !== null
  const owner = isObject ? blobsOf.get(snapshot) : undefined
  if (owner === undefined) throw new TypeError(`${where} takes what world.snapshot() answered, not ${shown(snapshot)}`)
  if (owner !== blobs) {
    throw new TypeError(`${where}: the snapshot is of another world; a world takes its own, and those of its forks`)
  }
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
