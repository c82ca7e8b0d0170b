import type { Actor } from "../access/index.ts"
import type { Engine } from "../engine/index.ts"
import { type Sort, searchScope } from "../items/index.ts"
import type { Condition, Report } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import { groupRows, plainRows, type ReportRow } from "./group-rows.ts"
import { joinRows } from "./join-rows.ts"
import { orderRows, sortsOf } from "./order-rows.ts"
import { isGrouped, type PlacedColumn, placeColumns } from "./placed-columns.ts"
import { ownConditions, RowSearch, requestConditions } from "./search-rows.ts"

export interface RowsRequest {
  readonly conditions?: readonly Condition[] | undefined
  /** If true, one matching condition suffices; if false, all conditions must match. Default: false. */
  readonly useOrCondition?: boolean | undefined
  readonly sortFields?: readonly Sort[] | undefined
}

export interface EvaluatedReport {
  readonly columns: readonly PlacedColumn[]
  readonly isGrouped: boolean
  readonly rows: readonly ReportRow[]
}

/**
 * Returns a report's rows as visible to an actor (model.md section 17): joined, filtered, grouped, filtered by aggregates, and sorted. Does
 * not group by columns that the actor may not see. If `beat` returns false, stops with an incomplete result. Throws INVALID_PARAMS for
 * unknown condition and sort IDs, and INVALID_VALUE for invalid regular expressions.
 */
export async function evaluateReport(
  view: View,
  actor: Actor,
  engine: Engine,
  report: Report,
  request: RowsRequest,
  beat: () => boolean = () => true,
): Promise<EvaluatedReport> {
  const { conditions = [], useOrCondition = false, sortFields = [] } = request
  const scope = searchScope(view, actor, view.expect("datastores", report.dId), engine)
  const columns = placeColumns(view, actor, report)
  const sorts = sortsOf(report, columns, sortFields)
  const reportSearch = new RowSearch(scope, columns, ownConditions(scope, report, columns))
  const requestSearch = new RowSearch(scope, columns, requestConditions(scope, columns, conditions, useOrCondition))
  const fitting = await requestSearch.before(await reportSearch.before(joinRows(view, actor, report, beat)))
  const by = columns.filter(({ column, isShown }) => isShown && report.groupBy.includes(column.rpfId))
  const grouped = isGrouped(report)
  const made = grouped ? groupRows(view, actor, columns, by, fitting) : plainRows(columns, fitting)
  const rows = await requestSearch.after(await reportSearch.after(made))
  return { columns, isGrouped: grouped, rows: beat() ? orderRows(view, actor, columns, sorts, rows) : rows }
}
