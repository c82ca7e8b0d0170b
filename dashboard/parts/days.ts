/** Separator before the first row of another day. */
export interface DayRow {
  readonly day: string
}

/**
 * Adds a separator where the day changes between two rows. Days are in UTC, like all times of the dashboard. A row without a time belongs to
 * the row above it.
 */
export function separateDays<R extends object>(
  rows: readonly R[],
  atOf: (row: R) => string | number | undefined,
): readonly (R | DayRow)[] {
  let before: string | undefined
  return rows.flatMap((row): readonly (R | DayRow)[] => {
    const at = atOf(row)
    if (at === undefined) return [row]
    const day = new Date(at).toISOString().slice(0, 10)
    const isOther = before !== undefined && before !== day
    before = day
    return isOther ? [{ day }, row] : [row]
  })
}

export const isDay = (row: object): row is DayRow => "day" in row
