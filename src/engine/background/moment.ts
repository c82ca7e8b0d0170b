import { type Instant, inspect, toInstant } from "../../model/index.ts"
import { type Blobs, retain, type WallClock } from "../../ports/index.ts"
import { blobNames, type ClockState, type RandomStream, type State } from "../../state/index.ts"
import type { ClockFloor } from "../storing/clock-floor.ts"

/** Returns the world's current time (architecture.md, "Time and chance"). */
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

export interface Moment {
  readonly state: State
  /** The world's time: ISO 8601 in UTC with milliseconds. */
  readonly at: Instant
}

/** A state of a world that `restore` can restore. */
export interface Snapshot extends Moment {
  /** Number of changes that the snapshot includes. */
  readonly version: number
}

const blobsOf = new WeakMap<Snapshot, Blobs>()

/** Marks a snapshot as restorable by all worlds that share `blobs`. */
export const belongsTo = (snapshot: Snapshot, blobs: Blobs): unknown => blobsOf.set(snapshot, blobs)

/** Throws unless `snapshot` comes from this world, its forks or the world it was forked from. These worlds share `blobs`. */
export function requireSnapshot(where: string, snapshot: Snapshot, blobs: Blobs): void {
  const isObject = typeof snapshot === "object" && snapshot !== null
  const owner = isObject ? blobsOf.get(snapshot) : undefined
  if (owner === undefined)
    throw new TypeError(`${where} expects a snapshot from world.snapshot(), received ${inspect(snapshot)}`)
  if (owner !== blobs) {
    throw new TypeError(
      `${where}: the snapshot belongs to another world; use a snapshot of this world or of one of its forks`,
    )
  }
}

export const momentOf = (state: State, wallClock: WallClock): Moment => ({
  state,
  at: clockNow(state.scalars.clock, wallClock),
})

/** Returns the moment's state. If its clock is ticking, the clock continues from the moment's time. */
export function stateAt({ state, at }: Moment, wallClock: WallClock): State {
  if (state.scalars.clock.mode !== "ticking") return state
  const clock: ClockState = Object.freeze({ mode: "ticking", offsetMs: Date.parse(at) - wallClock.now() })
  return { ...state, scalars: Object.freeze({ ...state.scalars, clock }) }
}

export const resumeMoment = (moment: Moment, wallClock: WallClock): Moment => ({
  state: stateAt(moment, wallClock),
  at: moment.at,
})

export interface Past {
  readonly version?: number
  /** The state that `reset` restores. Default: the opened state. If `origin` is a function, it is called on first use. */
  readonly origin?: Source
  /** The constant time of a read-only world, which is a version of the past. Default: the world can be changed. */
  readonly readOnlyAt?: Instant | undefined
  /** Number of changes whose versions the world keeps. Default: 0. */
  readonly history?: number | undefined
  /** Floor of the world's clock, if the machine's clock was set back. */
  readonly floor?: ClockFloor | undefined
  /** Stream of the secrets of a dry run. Default: secrets are drawn from the world's stream. */
  readonly ownSecrets?: RandomStream | undefined
}

/** Reads the state that `reset` restores, and adds the bytes of its blobs to `blobs`. */
export type ReadOrigin = (blobs: Blobs) => Promise<Moment>
type Source = Moment | ReadOrigin

/** The state that `reset` restores, with its time. */
export class ResetTarget {
  #source: Source
  readonly #blobs: Blobs

  constructor(source: Source, blobs: Blobs) {
    this.#source = source
    this.#blobs = blobs
  }

  set(source: Source): void {
    this.#source = source
  }

  /** Returns a promise only if the state must first be read, so that other resets can be synchronous. */
  get(): Moment | Promise<Moment> {
    return typeof this.#source === "function" ? this.#read(this.#source) : this.#source
  }

  async #read(source: ReadOrigin): Promise<Moment> {
    const blobs = retain(this.#blobs)
    try {
      const moment = await source(blobs)
      // Keeps the blobs for a pending reset, even if `set` replaces the source in the meantime.
      this.#blobs.retainedBy?.(moment, ({ state }) => blobNames(state))
      if (this.#source === source) this.#source = moment
      return moment
    } finally {
      blobs.release()
    }
  }

  get blobNames(): ReturnType<typeof blobNames> {
    return typeof this.#source === "function" ? [] : blobNames(this.#source.state)
  }
}
