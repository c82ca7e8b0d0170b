import type { ChId, DId, FId, PId, RId, RpfId, RpId, WId } from "../ids.ts"
import type { Names } from "../names.ts"
import type { Condition } from "./condition.ts"
import type { Created, Identified } from "./record.ts"

/** Function that combines the values of a column within a group of rows (model.md section 17). */
export type Aggregate = "sum" | "count" | "avg" | "max" | "min"

export interface ReportJoin {
  /** Name of the join. Columns and conditions use it as a prefix for the joined fields. */
  readonly as: string
  readonly dId: DId
  /** Name (`as`) of the earlier join that this join extends; null if it extends the report's source datastore. */
  readonly from: string | null
  /** The lookup field by which to join. It belongs to the join `from` or to the joined datastore. Null to join by item links. */
  readonly via: { readonly fId: FId; readonly of: "from" | "joined" } | null
  /** Whether this is an inner join, which drops rows without a match. */
  readonly inner: boolean
}

export interface ReportColumn {
  readonly rpfId: RpfId
  /** Display ID of the column; `""` for none. */
  readonly displayId: string
  /** Title of the column; null to use the field's name. */
  readonly title: Names | null
  /** Name (`as`) of the join that contains the column's field; null if the source datastore contains the field. */
  readonly from: string | null
  readonly fId: FId
  readonly aggregate: Aggregate | null
  readonly hide: boolean
  /** Alignment of the column; null aligns numbers right and other values left. */
  readonly align: "left" | "right" | "center" | null
  readonly width: number
  readonly disableSearch: boolean
}

export interface ReportSort {
  readonly rpfId: RpfId
  readonly order: "asc" | "desc"
}

/** A report: rows made of a datastore's items and the items joined to them (model.md section 17). */
export interface Report extends Identified, Created {
  readonly rpId: RpId
  readonly wId: WId
  readonly pId: PId
  readonly displayOrder: number
  readonly hideMenu: boolean
  /** Roles that may read the report; if empty, only ADMIN may. */
  readonly roles: readonly RId[]
  readonly dId: DId
  readonly joins: readonly ReportJoin[]
  readonly columns: readonly ReportColumn[]
  readonly groupBy: readonly RpfId[]
  /** Conditions on columns (`rpfId`), or (`id`) on source fields (f_id), joined fields (`AS.f_id`) or system properties. */
  readonly conditions: readonly Condition[]
  readonly sort: readonly ReportSort[]
}

export type ChartType = "bar" | "barStacked" | "line" | "pie"

/** A chart of a report's rows (model.md section 17). */
export interface Chart extends Identified, Created {
  readonly chId: ChId
  readonly wId: WId
  readonly pId: PId
  readonly rpId: RpId
  readonly type: ChartType
  /** The column that contains the labels of the chart's axis. */
  readonly labels: RpfId
  /** If set, each distinct value of this column is a dataset of the chart. If null, each column in `values` is one. */
  readonly series: RpfId | null
  readonly values: readonly RpfId[]
  readonly zero: boolean
  readonly color: string
}

/** A field that a report uses, in its source datastore or in a joined one. */
export interface UsedField {
  readonly dId: DId
  readonly fId: FId
}

/** A report's condition on a field; `condition.id` is the f_id. */
export interface UsedCondition extends UsedField {
  readonly condition: Condition
}

/** Returns the datastore of the join `from`, or the source if `from` is null; undefined if no join has that name. */
export const datastoreOf = ({ dId, joins }: Report, from: string | null): DId | undefined =>
  from === null ? dId : joins.find(({ as }) => as === from)?.dId

/** Splits the `id` of a condition into join and field: `f_id` is a field of the source, `AS.f_id` is a field of the join `AS`. */
export function splitReference(id: string): { readonly from: string | null; readonly field: string } {
  const at = id.indexOf(".")
  return at < 0 ? { from: null, field: id } : { from: id.slice(0, at), field: id.slice(at + 1) }
}

/** Returns all fields in the report's columns and joins; `usedConditions` returns the fields in conditions. */
export function usedFields(report: Report): UsedField[] {
  const of = (from: string | null, fId: FId): UsedField[] => {
    const dId = datastoreOf(report, from)
    return dId === undefined ? [] : [{ dId, fId }]
  }
  return [
    ...report.columns.flatMap(({ from, fId }) => of(from, fId)),
    ...report.joins.flatMap(({ as, from, via }) => (via === null ? [] : of(via.of === "from" ? from : as, via.fId))),
  ]
}

/** Returns all of a report's conditions on fields, including nested conditions. */
export function usedConditions(report: Report): UsedCondition[] {
  return leavesOf(report.conditions).flatMap((condition) => {
    const { from, fId } = fieldOf(report, condition)
    const dId = datastoreOf(report, from)
    return fId === undefined || dId === undefined ? [] : [{ dId, fId, condition: { ...condition, id: fId } }]
  })
}

function fieldOf({ columns }: Report, { id, rpfId }: Condition): { readonly from: string | null; readonly fId?: FId } {
  if (rpfId === undefined) {
    const { from, field } = splitReference(id ?? "")
    return { from, fId: field as FId }
  }
  return columns.find((column) => column.rpfId === rpfId) ?? { from: null }
}

const leavesOf = (conditions: readonly Condition[]): Condition[] =>
  conditions.flatMap((condition) => (condition.conditions === undefined ? [condition] : leavesOf(condition.conditions)))

export const namesField = (report: Report, fId: string): boolean =>
  [...usedFields(report), ...usedConditions(report)].some((used) => used.fId === fId)

/** Properties that report rows have in addition to their columns (api.md section 21.3). */
const OWN_KEYS: ReadonlySet<string> = new Set([
  "created_at",
  "d_id",
  "i_id",
  "id_value_results",
  "items",
  "lookup_items",
  "rev_no",
  "updated_at",
])

/** Returns whether a row key is reserved, so that a column must not use it. */
export const isReservedRowKey = (key: string): boolean => OWN_KEYS.has(key) || key === "__proto__"
