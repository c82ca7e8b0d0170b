import type { Actor } from "../access/index.ts"
import type { Lang } from "../model/index.ts"
import type { Report } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import { type PlacedColumn, placeColumns } from "./placed-columns.ts"

export interface SearchableColumns {
  readonly lang: Lang
  readonly columns: readonly {
    readonly column: PlacedColumn
    readonly order: number
  }[]
}

/** Returns the visible columns, without the columns whose search is disabled. */
export const listSearchableColumns = (view: View, actor: Actor, report: Report): SearchableColumns => ({
  lang: view.settings.lang,
  columns: placeColumns(view, actor, report)
    .map((column, order) => ({ column, order }))
    .filter(({ column }) => column.isShown && !column.column.disableSearch),
})
