import type { Actor } from "../access/actor.ts"
import { compareSortKeys } from "../model/order.ts"
import { valueIn } from "../fields/value-in.ts"
import type { Item } from "../model/records/item.ts"
import type { Aggregate } from "../records/reports/report.ts"
import type { View } from "../state/view.ts"
import type { JoinedRow } from "./join-rows.ts"
import type { PlacedColumn } from "./placed-columns.ts"

/** What a row has in a column: the item whose value is shown, a number that was reckoned, or nothing. */
export type Cell = Item | number | null

/** A row of a report. */
export interface ReportRow {
  /** One for each column of the report. */
  readonly cells: readonly Cell[]
  /** The joined row it stands for, of several the first. */
  readonly first: JoinedRow
  /** The source items it stands for, each once. */
  readonly sources: readonly Item[]
}

/** A row for each joined row. */
export const plainRows = (columns: readonly PlacedColumn[], rows: readonly JoinedRow[]): ReportRow[] =>
  rows.map((row) => ({ cells: columns.map(({ at }) => row[at] ?? null), first: row, sources: [row[0]] }))

/**
 * A row for each combination of values that the joined rows have in the columns `by`, in the order of their first rows. Of the
 * other columns those with an aggregate reckon with all values of the group, the rest show what its first row has.
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

/**
 * What makes cells of a column the same: records and options by their IDs, as several may have one name, everything else by how
 * it is shown.
 */
export function identity(view: View, column: PlacedColumn): (cell: Cell) => unknown {
  const { kind, field, datastore } = column
  const context = { view, datastore, actor: null, ids: "internal", numbers: "number", dates: "slashes" } as const
  const isByIds = kind.subject(field, context)?.match === "ids"
  return (cell) => {
    if (cell === null || typeof cell === "number") return cell
    const value = valueIn(cell, field)
    if (value === undefined) return null
    return isByIds ? value : kind.list(value, field, context)
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
  return reckon(
    aggregate,
    filled.map((item) => Number(valueIn(item, field))),
  )
}

/** The item with the largest or smallest value as sorting compares them; of several the first. */
function extreme(
  view: View,
  actor: Actor,
  { kind, field, datastore }: PlacedColumn,
  items: readonly Item[],
  which: "max" | "min",
): Cell {
  const context = { view, datastore, actor, ids: "internal", numbers: "number" } as const
  let found: { readonly item: Item; readonly key: string | number | null } | undefined
  for (const item of items) {
    const key = kind.sortKey(valueIn(item, field), field, context)
    const difference = found === undefined ? 0 : compareSortKeys(key, found.key)
    if (found === undefined || (which === "max" ? difference > 0 : difference < 0)) found = { item, key }
  }
  return found?.item ?? null
}

/** Several numbers as one; null when there are none, or it is not finite. */
export function reckon(aggregate: Exclude<Aggregate, "count">, numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null
  const result = reckonAny(aggregate, numbers)
  return Number.isFinite(result) ? result : null
}

function reckonAny(aggregate: Exclude<Aggregate, "count">, numbers: readonly number[]): number {
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
