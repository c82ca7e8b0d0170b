import type { Actor } from "../access/actor.ts"
import type { Lang } from "../model/names.ts"
import type { Report } from "../records/reports/report.ts"
import type { View } from "../state/view.ts"
import { type PlacedColumn, placeColumns } from "./placed-columns.ts"

/** The columns that a report can be searched by. */
export interface SearchableColumns {
  readonly lang: Lang
  readonly columns: readonly {
    readonly column: PlacedColumn /** Among all columns, from 0. */
    readonly order: number
  }[]
}

/** Those that the reader is shown, but for columns whose search is disabled. */
export const listSearchableColumns = (view: View, actor: Actor, report: Report): SearchableColumns => ({
  lang: view.settings.lang,
  columns: placeColumns(view, actor, report)
    .map((column, order) => ({ column, order }))
    .filter(({ column }) => column.isShown && !column.column.disableSearch),
})
