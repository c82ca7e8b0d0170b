import type { Actor } from "../access/actor.ts"
import { seesDatastore } from "../access/may.ts"
import { holdsNumbers } from "../fields/holds-numbers.ts"
import type { Kind } from "../fields/types/field-type.ts"
import { kindOf } from "../fields/types/registry.ts"
import { readableFields } from "../fields/readable-fields.ts"
import type { Datastore } from "../records/datastore.ts"
import type { DataType, Field } from "../model/records/field.ts"
import type { Report, ReportColumn } from "../records/reports/report.ts"
import { datastoreOf } from "../records/reports/report-uses.ts"
import type { View } from "../state/view.ts"

/** A column of a report with the field that it shows. */
export interface PlacedColumn {
  readonly column: ReportColumn
  /** What values are keyed by in rows: the display ID, or the rpf_id where there is none. */
  readonly key: string
  readonly field: Field
  readonly kind: Kind
  readonly datastore: Datastore
  /** Where a joined row has the item with the field: 0 = the source, then the joins in their order. */
  readonly at: number
  /** Of what it shows: sums, averages and counts are numbers whatever they are of. */
  readonly dataType: DataType
  /** How numbers are shown, where it shows numbers of the field. */
  readonly numInfo: { readonly prefix: string; readonly suffix: string; readonly noComma: boolean } | null
  /** Whether the actor's roles show the field. */
  readonly isShown: boolean
}

/** Where a joined row has the items of a join, or of the source. */
export const placeOf = ({ joins }: Report, from: string | null): number =>
  from === null ? 0 : joins.findIndex(({ as }) => as === from) + 1

/** The columns of a report, in order; those whose field is gone are left out. */
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
    kind: kindOf(field),
    datastore,
    at: placeOf(report, from),
    dataType: isNumber ? "number" : field.dataType,
    numInfo: aggregate !== "count" && holdsNumbers(field) ? field.numInfo : null,
    isShown: seesDatastore(view, actor, datastore) && readableFields(view, actor, datastore).includes(field),
  }
}

/** The place of the column that a reference means: a display ID, or an rpf_id; -1 when there is none. */
export function indexOfColumn(columns: readonly PlacedColumn[], reference: string): number {
  const named = columns.findIndex(({ column }) => column.displayId === reference)
  return named >= 0 ? named : columns.findIndex(({ column }) => column.rpfId === reference)
}

/** Whether a report's rows stand for several joined rows each. */
export const isGrouped = ({ groupBy, columns }: Report): boolean =>
  groupBy.length > 0 || columns.some(({ aggregate }) => aggregate !== null)
