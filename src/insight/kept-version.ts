import type { Instant, UId } from "../model/index.ts"
import type { Change, Patch, State } from "../state/index.ts"

/** A state in a history, and the change that made it. */
export interface KeptVersion {
  readonly version: number
  /** The world's time directly after the change. */
  readonly at: Instant
  readonly state: State
  /** Undefined for the state with which the history began. */
  readonly made: MadeBy | undefined
  /** Keys of the files that are counted at this version; undefined at most versions, which count none. */
  fileKeys: Set<string> | undefined
  /** Memory in bytes that is counted at this version. */
  bytes: number
  readonly history: HistoryOfVersion
  /** The next newer version. Undefined for the newest one and for dropped ones. */
  next: KeptVersion | undefined
}

export interface HistoryOfVersion {
  readonly newest: KeptVersion | undefined
  dropOldest(): void
}

export interface MadeBy {
  readonly operation: string
  /** ID of the user who caused the change; null if no user did. */
  readonly actor: UId | null
  /** Cause of the change, such as the HTTP request. */
  readonly cause: unknown
  /** Undefined if the change replaced the whole state, or wrote many records. */
  readonly patches: readonly Patch[] | undefined
}

/** Maximum number of patches of a change that a history keeps. For other changes, it compares the states. */
const MAX_PATCHES = 500

export const madeBy = ({ operation, actor, patches }: Change, cause: unknown): MadeBy => ({
  operation,
  actor,
  cause,
  patches: patches.length > MAX_PATCHES ? undefined : patches,
})
