import type { Row } from "./row.ts"
import { sessionRows } from "./rows/session.ts"

/** The table: every operation of /api/v0, by its name in camelCase (design section 7). */
export const table = {
  ...sessionRows,
} as const satisfies Record<string, Row>

export type Table = typeof table
export type OperationName = keyof Table

/** The rows as a list, for everything that goes through all of them. */
export const rows: readonly (readonly [OperationName, Row])[] = Object.entries(table) as [OperationName, Row][]
