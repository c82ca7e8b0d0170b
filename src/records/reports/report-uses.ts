import type { DId, FId } from "../../model/ids.ts"
import type { Condition } from "../condition.ts"
import type { Report } from "./report.ts"

/** A field that a report names, of its source or of a joined datastore. */
export interface UsedField {
  readonly dId: DId
  readonly fId: FId
}

/** A condition of a report on a field, with the field's f_id as `id`. */
export interface UsedCondition extends UsedField {
  readonly condition: Condition
}

/** The datastore that a join brings in, or the source; undefined for a join that is not there. */
export const datastoreOf = ({ dId, joins }: Report, from: string | null): DId | undefined =>
  from === null ? dId : joins.find(({ as }) => as === from)?.dId

/** Where a condition's `id` leads: a field of the source (`f_id`) or of a join (`AS.f_id`). */
export function splitReference(id: string): { readonly from: string | null; readonly field: string } {
  const at = id.indexOf(".")
  return at < 0 ? { from: null, field: id } : { from: id.slice(0, at), field: id.slice(at + 1) }
}

/** Every field that a report names in columns and joins. Those of its conditions are told by `usedConditions`. */
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

/** The leaves of a report's conditions that are about fields, however deep they stand. */
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

/** Whether a report names a field, in columns, joins or conditions. */
export const namesField = (report: Report, fId: string): boolean =>
  [...usedFields(report), ...usedConditions(report)].some((used) => used.fId === fId)
