import type { Change } from "../state/change.ts"
import type { State } from "../state/state.ts"

/** What a persistence holds of a world. */
export interface Stored {
  /** The newest snapshot. */
  readonly state: State
  /** Number of changes that had led to it. */
  readonly version: number
  /** Every change appended after it, in order; the first has the sequence `version + 1`. */
  readonly changes: readonly Change[]
}

/** Keeps a world beyond the process. */
export interface Persistence {
  /** Undefined when nothing was ever stored. */
  load(): Promise<Stored | undefined>
  /**
   * Called once per commit or group of commits, in commit order, never before the first snapshot, and not again before it is
   * settled; the commits become visible afterwards. All of the changes are stored, or none. When it rejects, the old state
   * stays and the callers get SYSTEM_ERROR.
   */
  append(changes: readonly Change[]): Promise<void>
  /**
   * The whole state after `version` changes; later loads begin there. Called first of all for a new world, and by a restore
   * or a reset.
   */
  snapshot(state: State, version: number): Promise<void>
  /** Releases what the adapter holds; what was stored stays. Nothing else is called afterwards. */
  close(): Promise<void>
}
