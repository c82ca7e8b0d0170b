import type { Actor } from "../access/actor.ts"
import { invalidParams } from "../model/error.ts"
import { compareSortKeys } from "../model/order.ts"
import { valueIn } from "../fields/value-in.ts"
import type { Sort } from "../items/search/order.ts"
import type { Report } from "../records/reports/report.ts"
import type { View } from "../state/view.ts"
import type { Cell, ReportRow } from "./group-rows.ts"
import { indexOfColumn, type PlacedColumn } from "./placed-columns.ts"

/** A column that rows are sorted by. */
export interface RowSort {
  readonly index: number
  readonly isDescending: boolean
}

/** What a request sorts by; without any, what the report does. Refuses an ID that is no column shown to the actor. */
export function sortsOf(report: Report, columns: readonly PlacedColumn[], asked: readonly Sort[]): RowSort[] {
  if (asked.length === 0) {
    return report.sort.flatMap(({ rpfId, order }) => {
      const index = columns.findIndex(({ column, isShown }) => isShown && column.rpfId === rpfId)
      return index < 0 ? [] : [{ index, isDescending: order === "desc" }]
    })
  }
  return asked.map(({ id, order }) => {
    const index = indexOfColumn(columns, id)
    if (columns[index]?.isShown !== true) throw invalidParams(`unknown sort id: ${id}`)
    return { index, isDescending: order === "desc" }
  })
}

/** The rows sorted by the values of columns (model.md section 11, "Sort"); those that are equal stay in their order. */
export function orderRows(
  view: View,
  actor: Actor,
  columns: readonly PlacedColumn[],
  sorts: readonly RowSort[],
  rows: readonly ReportRow[],
): readonly ReportRow[] {
  if (sorts.length === 0) return rows
  const readers = sorts.map(({ index }) => keyReader(view, actor, columns[index] as PlacedColumn, index))
  const ranked = rows.map((row) => ({ row, keys: readers.map((read) => read(row)) }))
  ranked.sort((left, right) => {
    for (const [at, { isDescending }] of sorts.entries()) {
      const difference = compareSortKeys(left.keys[at] ?? null, right.keys[at] ?? null)
      if (difference !== 0) return isDescending ? -difference : difference
    }
    return 0
  })
  return ranked.map(({ row }) => row)
}

function keyReader(view: View, actor: Actor, { kind, field, datastore }: PlacedColumn, index: number) {
  const context = { view, datastore, actor, ids: "internal", numbers: "text" } as const
  return ({ cells }: ReportRow): string | number | null => {
    const cell: Cell = cells[index] ?? null
    return cell === null || typeof cell === "number" ? cell : kind.sortKey(valueIn(cell, field), field, context)
  }
}
