import type { Instant, UId } from "../model/ids.ts"
import type { Scalars } from "./scalars.ts"
import type { TableName } from "./tables.ts"

/** One record before and after; undefined = absent. */
export interface Patch {
  /** The table that the record stands in. */
  readonly table: TableName
  /** The record's ID. */
  readonly id: string
  /** The record as it was; undefined when it came into being. */
  readonly before: object | undefined
  /** The record as it is; undefined when it is gone. */
  readonly after: object | undefined
}

/** What one commit did: enough to redo it on the state before (architecture.md, "State"). */
export interface Change {
  /** Number of the commit in its world, from 1. */
  readonly sequence: number
  /** When it was committed, by the world's clock. */
  readonly at: Instant
  /** u_id of who made it; null where nobody did. */
  readonly actor: UId | null
  /** The operation that made it, in the API's spelling. */
  readonly operation: string
  /** In the order they were made. */
  readonly patches: readonly Patch[]
  /** The scalars after the commit. */
  readonly scalars: Scalars
}
