import type { Actor } from "../access/index.ts"
import { valueIn } from "../fields/index.ts"
import { compareSortKeys } from "../model/index.ts"
import type { Aggregate, Item } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import type { JoinedRow } from "./join-rows.ts"
import type { PlacedColumn } from "./placed-columns.ts"

/** A cell of a report row: the item whose value is displayed, an aggregated number, or null. */
export type Cell = Item | number | null

export interface ReportRow {
  readonly cells: readonly Cell[]
  /** The joined row or, if the report is grouped, the first joined row of the group. */
  readonly first: JoinedRow
  readonly sources: readonly Item[]
}

export const plainRows = (columns: readonly PlacedColumn[], rows: readonly JoinedRow[]): ReportRow[] =>
  rows.map((row) => ({ cells: columns.map(({ at }) => row[at] ?? null), first: row, sources: [row[0]] }))

/**
 * Returns one row per combination of values in the columns `by`, in the order of the groups' first joined rows. Columns with an
 * aggregate combine all values of the group; the other columns display the value of the group's first row.
 */
export function groupRows(
  view: View,
  actor: Actor,
  columns: readonly PlacedColumn[],
  by: readonly PlacedColumn[],
  rows: readonly JoinedRow[],
): ReportRow[] {
  const readers = by.map((column) => ({ at: column.at, identify: identity(view, column) }))
  const groups = new Map<string, JoinedRow[]>()
  for (const row of rows) {
    const key = JSON.stringify(readers.map(({ at, identify }) => identify(row[at] ?? null)))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const cells = columns.map((column) => cellOf(view, actor, column, group, first))
    return [{ cells, first, sources: [...new Set(group.map(([source]) => source))] }]
  })
}

/** Returns a function that reads a cell's grouping key: a record's or option's ID (names are not unique), or else the displayed value. */
export function identity(view: View, column: PlacedColumn): (cell: Cell) => unknown {
  const { type, field, datastore } = column
  const context = { view, datastore, actor: null, ids: "internal", numbers: "number", dates: "slashes" } as const
  const isByIds = type.subject(field, context)?.match === "ids"
  return (cell) => {
    if (cell === null || typeof cell === "number") return cell
    const value = valueIn(cell, field)
    if (value === undefined) return null
    return isByIds ? value : type.list(value, field, context)
  }
}

function cellOf(view: View, actor: Actor, column: PlacedColumn, group: readonly JoinedRow[], first: JoinedRow): Cell {
  const { at, field, column: settings } = column
  const { aggregate } = settings
  if (aggregate === null) return first[at] ?? null
  const filled = group.flatMap((row) => {
    const item = row[at]
    return item === undefined || valueIn(item, field) === undefined ? [] : [item]
  })
  if (aggregate === "count") return filled.length
  if (aggregate === "max" || aggregate === "min") return extreme(view, actor, column, filled, aggregate)
  return aggregateNumbers(
    aggregate,
    filled.map((item) => Number(valueIn(item, field))),
  )
}

/** Returns the first item with the largest (`max`) or smallest (`min`) value in sort order. */
function extreme(
  view: View,
  actor: Actor,
  { type, field, datastore }: PlacedColumn,
  items: readonly Item[],
  which: "max" | "min",
): Cell {
  const context = { view, datastore, actor, ids: "internal", numbers: "number" } as const
  let found: { readonly item: Item; readonly key: string | number | null } | undefined
  for (const item of items) {
    const key = type.sortKey(valueIn(item, field), field, context)
    const difference = found === undefined ? 0 : compareSortKeys(key, found.key)
    if (found === undefined || (which === "max" ? difference > 0 : difference < 0)) found = { item, key }
  }
  return found?.item ?? null
}

/** Aggregates the numbers. Returns null for an empty list and for a result that is not finite. */
export function aggregateNumbers(aggregate: Exclude<Aggregate, "count">, numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null
  const result = aggregateNonEmpty(aggregate, numbers)
  return Number.isFinite(result) ? result : null
}

function aggregateNonEmpty(aggregate: Exclude<Aggregate, "count">, numbers: readonly number[]): number {
  const sum = () => numbers.reduce((total, number) => total + number, 0)
  switch (aggregate) {
    case "sum":
      return sum()
    case "avg":
      return sum() / numbers.length
    case "max":
      return numbers.reduce((most, number) => Math.max(most, number))
    case "min":
      return numbers.reduce((least, number) => Math.min(least, number))
  }
}
