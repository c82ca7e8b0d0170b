import type { Actor } from "../access/actor.ts"
import type { Engine } from "../engine/engine.ts"
import type { Sort } from "../items/search/order.ts"
import { searchScope } from "../items/search/scope.ts"
import type { Condition } from "../records/condition.ts"
import type { Report } from "../records/reports/report.ts"
import type { View } from "../state/view.ts"
import { groupRows, plainRows, type ReportRow } from "./group-rows.ts"
import { joinRows } from "./join-rows.ts"
import { orderRows, sortsOf } from "./order-rows.ts"
import { isGrouped, type PlacedColumn, placeColumns } from "./placed-columns.ts"
import { askedConditions, ownConditions, RowSearch } from "./search-rows.ts"

/** What rows of a report are asked for. */
export interface RowsAsked {
  /** Conditions that rows must fit, besides those of the report. */
  readonly conditions?: readonly Condition[] | undefined
  /** One condition is enough. Default false: all must hold. */
  readonly useOrCondition?: boolean | undefined
  /** As the report sorts without any. */
  readonly sortFields?: readonly Sort[] | undefined
}

export interface EvaluatedReport {
  readonly columns: readonly PlacedColumn[]
  readonly isGrouped: boolean
  /** All that fit, in order. */
  readonly rows: readonly ReportRow[]
}

/**
 * The rows of a report as an actor sees them (model.md section 17): joined, restricted, grouped, restricted by what was reckoned,
 * sorted. Columns by which rows are grouped and that the actor is not shown are passed over. Ends early, with anything, when
 * `beat` says so. Refuses an unknown condition or sort ID with INVALID_PARAMS, a bad regular expression with INVALID_VALUE.
 */
export function evaluateReport(
  view: View,
  actor: Actor,
  engine: Engine,
  report: Report,
  request: RowsAsked,
  beat: () => boolean = () => true,
): EvaluatedReport {
  const { conditions = [], useOrCondition = false, sortFields = [] } = request
  const scope = searchScope(view, actor, view.expect("datastores", report.dId), engine, request)
  const columns = placeColumns(view, actor, report)
  const sorts = sortsOf(report, columns, sortFields)
  const own = new RowSearch(scope, columns, ownConditions(scope, report, columns))
  const asked = new RowSearch(scope, columns, askedConditions(scope, columns, conditions, useOrCondition))
  const fitting = asked.before(own.before(joinRows(view, actor, report, beat)))
  const by = columns.filter(({ column, isShown }) => isShown && report.groupBy.includes(column.rpfId))
  const grouped = isGrouped(report)
  const made = grouped ? groupRows(view, actor, columns, by, fitting) : plainRows(columns, fitting)
  const rows = asked.after(own.after(made))
  return { columns, isGrouped: grouped, rows: beat() ? orderRows(view, actor, columns, sorts, rows) : rows }
}
