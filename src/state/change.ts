import type { Instant, UId } from "../ids.ts"
import type { Scalars } from "./scalars.ts"
import type { TableName } from "./tables.ts"

/** One record before and after; undefined = absent. */
export interface Patch {
  readonly table: TableName
  readonly id: string
  readonly before: object | undefined
  readonly after: object | undefined
}

/** What one commit did: enough to redo it on the state before (architecture.md, "State"). */
export interface Change {
  /** Number of the commit in its world, from 1. */
  readonly sequence: number
  readonly at: Instant
  readonly actor: UId | null
  readonly operation: string
  /** In the order they were made. */
  readonly patches: readonly Patch[]
  /** The scalars after the commit. */
  readonly scalars: Scalars
}
