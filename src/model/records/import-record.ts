import type { DId, QtId, TempDId, UId } from "../ids.ts"

export interface RowError {
  readonly description: string
  /** Number of the file's line on which the row starts; the header is line 1. */
  readonly line: number
}

/** The result of an item import (api.md section 21.2). */
export interface ImportRecord {
  readonly tempDId: TempDId
  readonly dId: DId
  readonly uId: UId
  readonly qtId: QtId
  /** Errors in line order. A row with an error was skipped; it has one error for each fault. */
  readonly errors: readonly RowError[]
  /** Number of rows whose cells are all empty. They were ignored. Absent if there were none. */
  readonly blankRows?: number
}
