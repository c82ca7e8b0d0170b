import { type Lang, nameIn } from "../model/names.ts"
import type { PlacedColumn } from "./placed-columns.ts"

/** What a column is headed with: its own title, else the name of its field. */
export const titleOfColumn = ({ column, field }: PlacedColumn, lang: Lang): string =>
  nameIn(column.title ?? field.name, lang)
