import type { Instant } from "../../model/index.ts"
import type { Blobs, WorldRow } from "../../ports/index.ts"
import type { Change, State } from "../../state/index.ts"
import type { ReadOrigin } from "../background/moment.ts"

/** A stored world: a snapshot and the changes after it. */
export interface StoredHistory {
  /** The state in the newest snapshot. */
  readonly state: State
  /** Number of changes that the snapshot includes. */
  readonly version: number
  /** All changes after the snapshot, in order; the first has the sequence `version + 1`. The patches lack the records before the change. */
  readonly changes: readonly Change[]
  /** Time of the newest change if `changes` is empty; null if it is unknown or if the change set the clock. */
  readonly lastAt: Instant | null
  /** Reads the state that `reset` restores, and adds the bytes of its blobs to `blobs`. */
  readonly origin: ReadOrigin
}

/** Properties of a commit that replaces the whole state, such as a reset. */
export interface Replacing {
  /** Name of the operation that replaces the state. */
  readonly operation: string
  /** The world's time: ISO 8601 in UTC with milliseconds. */
  readonly at: Instant
  /** If true, `reset` restores this state from now on. */
  readonly isOrigin: boolean
  /** Description of the source of the state that `reset` restores. */
  readonly madeOf: string | null
}

/** The commits of other writers after a given version. */
export interface Since {
  /** The state to continue from. Present if another commit replaced the state, or if needed changes have been dropped. */
  readonly replaced?: Omit<StoredHistory, "changes" | "lastAt">
  /** All changes after the given version, in order. If `replaced` is present, all changes after `replaced.version` instead. */
  readonly changes: readonly Change[]
  /** Whether the store was put back in time: it does not contain the changes up to the given version. `replaced` is then present. */
  readonly isPutBack?: boolean
}

/** Data about a world that is already known when the world is opened. */
export interface Begun {
  readonly row: WorldRow
  readonly state?: State
  readonly blobs?: Blobs
  /** Whether nobody can delete the world. If it is missing, the store was put back in time or emptied. */
  readonly isPermanent?: boolean
}
