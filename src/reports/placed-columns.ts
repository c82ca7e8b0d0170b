import { type Actor, seesDatastore } from "../access/index.ts"
import { type FieldType, fieldTypeOf, holdsNumbers, readableFields } from "../fields/index.ts"
import { inNfc, type Lang, nameIn } from "../model/index.ts"
import {
  type Datastore,
  type DataType,
  datastoreOf,
  type Field,
  type Report,
  type ReportColumn,
} from "../model/records/index.ts"
import type { View } from "../state/index.ts"

export interface PlacedColumn {
  readonly column: ReportColumn
  /** Key of the column in rows: the display ID, or the rpf_id if the column has no display ID. */
  readonly key: string
  readonly field: Field
  readonly type: FieldType
  readonly datastore: Datastore
  /** Index, in joined rows, of the item that contains the field: 0 for the source, then the joins in order. */
  readonly at: number
  /** Data type of the displayed values; sums, averages and counts are numbers. */
  readonly dataType: DataType
  /** Format of the field's numbers; null if the column does not display them. */
  readonly numInfo: { readonly prefix: string; readonly suffix: string; readonly noComma: boolean } | null
  readonly isShown: boolean
}

/** Returns the index, in joined rows, of a join's items; 0 for the source. */
export const placeOf = ({ joins }: Report, from: string | null): number =>
  from === null ? 0 : joins.findIndex(({ as }) => as === from) + 1

/** Returns a report's columns in order, without the columns whose field was deleted. */
export const placeColumns = (view: View, actor: Actor, report: Report): PlacedColumn[] =>
  report.columns.flatMap((column) => placeColumn(view, actor, report, column) ?? [])

function placeColumn(view: View, actor: Actor, report: Report, column: ReportColumn): PlacedColumn | undefined {
  const { displayId, rpfId, from, fId, aggregate } = column
  const datastore = view.get("datastores", datastoreOf(report, from) ?? "")
  const field = datastore?.fields.find((one) => one.fId === fId)
  if (datastore === undefined || field === undefined) return undefined
  const isNumber = aggregate === "sum" || aggregate === "avg" || aggregate === "count"
  return {
    column,
    key: displayId || rpfId,
    field,
    type: fieldTypeOf(field),
    datastore,
    at: placeOf(report, from),
    dataType: isNumber ? "number" : field.dataType,
    numInfo: aggregate !== "count" && holdsNumbers(field) ? field.numInfo : null,
    isShown: seesDatastore(view, actor, datastore) && readableFields(view, actor, datastore).includes(field),
  }
}

/** Finds a column by display ID, otherwise by rpf_id. Returns the column's index, or -1 if the reference is unknown. */
export function indexOfColumn(columns: readonly PlacedColumn[], reference: string): number {
  const named = columns.findIndex(({ column }) => column.displayId === inNfc(reference))
  return named >= 0 ? named : columns.findIndex(({ column }) => column.rpfId === reference)
}

/** Returns whether one row of the report may combine several joined rows. */
export const isGrouped = ({ groupBy, columns }: Report): boolean =>
  groupBy.length > 0 || columns.some(({ aggregate }) => aggregate !== null)

/** Returns the column's own title, or the field's name if the column has no title. */
export const titleOfColumn = ({ column, field }: PlacedColumn, lang: Lang): string =>
  nameIn(column.title ?? field.name, lang)
