import type { Actor } from "../access/index.ts"
import { valueIn } from "../fields/index.ts"
import type { Sort } from "../items/index.ts"
import { compareSortKeys, invalidParams } from "../model/index.ts"
import type { Report } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import type { Cell, ReportRow } from "./group-rows.ts"
import { indexOfColumn, type PlacedColumn } from "./placed-columns.ts"

export interface RowSort {
  readonly index: number
  readonly isDescending: boolean
}

/** Returns the requested sort order or, if the request has none, the report's. Throws if a column is unknown or hidden. */
export function sortsOf(report: Report, columns: readonly PlacedColumn[], requested: readonly Sort[]): RowSort[] {
  if (requested.length === 0) {
    return report.sort.flatMap(({ rpfId, order }) => {
      const index = columns.findIndex(({ column, isShown }) => isShown && column.rpfId === rpfId)
      return index < 0 ? [] : [{ index, isDescending: order === "desc" }]
    })
  }
  return requested.map(({ id, order }) => {
    const index = indexOfColumn(columns, id)
    if (columns[index]?.isShown !== true) throw invalidParams(`unknown sort id: ${id}`)
    return { index, isDescending: order === "desc" }
  })
}

/** Sorts rows by columns (model.md section 11, "Sort"). The sort is stable. */
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

function keyReader(view: View, actor: Actor, { type, field, datastore }: PlacedColumn, index: number) {
  const context = { view, datastore, actor, ids: "internal", numbers: "text" } as const
  return ({ cells }: ReportRow): string | number | null => {
    const cell: Cell = cells[index] ?? null
    return cell === null || typeof cell === "number" ? cell : type.sortKey(valueIn(cell, field), field, context)
  }
}
