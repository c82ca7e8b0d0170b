import type { DId, QtId, TempDId, UId } from "../../model/ids.ts"

/** What is wrong with a row of an import. */
export interface RowError {
  /** What is wrong with the row. */
  readonly description: string
  /** Where the row begins in the file, from 1; the header counts. */
  readonly line: number
}

/** What is left to tell of an import of items (api.md section 21.2). */
export interface ImportRecord {
  readonly tempDId: TempDId
  readonly dId: DId
  /** Who imported. */
  readonly uId: UId
  /** The task that the import was. */
  readonly qtId: QtId
  /** By line; a row that was skipped has one for each of its faults. */
  readonly errors: readonly RowError[]
}
