import type { Instant } from "../model/ids.ts"
import type { Owed } from "../records/failure.ts"
import type { Change } from "../state/change.ts"
import type { State } from "../state/state.ts"
import type { Blobs } from "./blobs.ts"

/** A state, and what the world's clock showed then. */
export interface StoredMoment {
  /** Everything that the world held. */
  readonly state: State
  /** What its clock showed then: ISO 8601 in UTC with milliseconds. */
  readonly at: Instant
}

/** What a persistence holds of a world. */
export interface Stored {
  /** The newest snapshot. */
  readonly state: State
  /** Number of changes that had led to it. */
  readonly version: number
  /** Every change appended after it, in order; the first has the sequence `version + 1`. Of their patches, `before` is not kept. */
  readonly changes: readonly Change[]
  /** Where `reset` leads; the bytes that it names are put into `blobs`. Absent: to what the world is made of anew. */
  readonly origin?: (blobs?: Blobs) => Promise<StoredMoment>
}

/** A commit that replaces everything: what it is called, and whether `reset` leads to its state from now on. */
export interface Replacing {
  /** What the commit is called. */
  readonly operation: string
  /** What the world's clock shows: ISO 8601 in UTC with milliseconds. */
  readonly at: Instant
  /** Whether `reset` leads to its state from now on. */
  readonly isOrigin: boolean
  /** What an origin was made of, in the words of whoever made it. */
  readonly madeOf?: string | null
}

/** What others have committed since a version. */
export interface Since {
  /** Present when everything was replaced meanwhile, or the changes in between are no longer there: what to go on from. */
  readonly replaced?: {
    /** The whole state. */
    readonly state: State
    /** Number of changes that had led to it. */
    readonly version: number
    /** Where `reset` leads now; the bytes that it names are put into `blobs`. */
    readonly origin: (blobs?: Blobs) => Promise<StoredMoment>
  }
  /** In order, after that version, or after the one in `replaced`. */
  readonly changes: readonly Change[]
}

/** Keeps a world beyond the process. What is optional is for stores that several servers use, and may be left out together. */
export interface Persistence {
  /** Undefined when nothing was ever stored. The bytes that a loaded state names are put into `blobs`, those that changes name taken from there. */
  load(blobs?: Blobs): Promise<Stored | undefined>
  /**
   * Called once per commit or group of commits, in commit order, never before the first snapshot, and not again before it is
   * settled; the commits become visible afterwards. All of the changes are stored, or none. When it rejects, none is, now or ever: the
   * old state stays and the callers get SYSTEM_ERROR; as long as that is not certain, it is not settled. `"outpaced"`: none is, because
   * somebody else has committed these sequences. `owed`: work after the answers, which others are to know of should this process end
   * before it is done; noted with the changes, or nowhere if nobody would look.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: adapters that nobody outpaces answer nothing.
  append(changes: readonly Change[], owed?: readonly Owed[]): Promise<void | "outpaced">
  /**
   * The whole state after `version` changes; later loads begin there. Called first of all for a new world. With `replacing`, by a restore,
   * a reset or an import, it is a commit of that sequence and promises what `append` does; without, it may take its time, and changes are
   * appended meanwhile.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: adapters that nobody outpaces answer nothing.
  snapshot(state: State, version: number, replacing?: Replacing): Promise<void | "outpaced">
  /** Whether so much was appended since the newest snapshot that another should be taken. Absent: never. */
  isSnapshotDue?(): boolean
  /**
   * What was committed after a version, by whomever. Undefined when the world is no more. The bytes that it names are put into `blobs`, which
   * keeps them until it is seen.
   */
  since?(version: number, blobs?: Blobs): Promise<Since | undefined>
  /** The newest version, as it is at a moment after the call. */
  newest?(): Promise<number>
  /** Called with the newest version when somebody else may have committed. The answer ends it. */
  follow?(hear: (version: number) => void): () => void
  /**
   * Stores something that says nothing, and rejects where the store has no room for a change. Asked now and then after a failure, so that
   * it is known when the store takes changes again. Absent: the next commit shows.
   */
  probe?(): Promise<void>
  /** Releases what the adapter holds; what was stored stays. Nothing else is called afterwards. */
  close(): Promise<void>
}
