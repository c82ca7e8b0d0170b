import type { Actor } from "../access/index.ts"
import type { Engine } from "../engine/index.ts"
import {
  listNewestFirst,
  pageNewestFirst,
  type SearchScope,
  type Shortcut,
  type Sort,
  searchScope,
} from "../items/index.ts"
import type { Condition, Report } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import { groupRows, plainRows, type ReportRow } from "./group-rows.ts"
import { hasOneRowEach, joinRows } from "./join-rows.ts"
import { orderRows, sortsOf } from "./order-rows.ts"
import { PendingRows } from "./pending-rows.ts"
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
  /** The rows of the requested page. */
  readonly rows: readonly ReportRow[]
  /** Number of rows on all pages. */
  readonly total: number
}

interface RowsPage {
  /** Position of the page's first row. */
  readonly from: number
  /** Position after the page's last row. */
  readonly limit: number
  /** If this returns false, the evaluation stops with an incomplete result. */
  readonly beat: () => boolean
}

const EVERY_ROW: RowsPage = { from: 0, limit: Number.POSITIVE_INFINITY, beat: () => true }

/**
 * Returns a page of a report's rows as visible to an actor (model.md section 17): joined, filtered, grouped, filtered by aggregates, and
 * sorted. Does not group by columns that the actor may not see. If each row belongs to one source item, reads only the source items that the
 * indexes leave. Throws INVALID_PARAMS for unknown condition and sort IDs, and INVALID_VALUE for invalid regular expressions.
 */
export async function evaluateReport(
  view: View,
  actor: Actor,
  engine: Engine,
  report: Report,
  request: RowsRequest,
  page: RowsPage = EVERY_ROW,
): Promise<EvaluatedReport> {
  const { conditions = [], useOrCondition = false, sortFields = [] } = request
  const { from, limit, beat } = page
  const scope = searchScope(view, actor, view.expect("datastores", report.dId), engine)
  const columns = placeColumns(view, actor, report)
  const sorts = sortsOf(report, columns, sortFields)
  const grouped = isGrouped(report)
  if (!grouped && sorts.length + conditions.length + report.conditions.length === 0 && keepsEachItem(scope, report)) {
    const { items, total } = pageNewestFirst(scope, page)
    const rows = plainRows(columns, joinRows(view, actor, report, items, beat))
    beat()
    return { columns, isGrouped: grouped, rows, total }
  }
  const reportSearch = new RowSearch(scope, columns, ownConditions(scope, report, columns))
  const requestSearch = new RowSearch(scope, columns, requestConditions(scope, columns, conditions, useOrCondition))
  const join = (shortcuts: readonly Shortcut[] = []) =>
    joinRows(view, actor, report, listNewestFirst(scope, shortcuts), beat)
  const joined = hasOneRowEach(view, report) ? new PendingRows(join) : PendingRows.of(join())
  const fitting = await requestSearch.before(await reportSearch.before(joined))
  const by = columns.filter(({ column, isShown }) => isShown && report.groupBy.includes(column.rpfId))
  const made = grouped ? groupRows(view, actor, columns, by, fitting.rows) : plainRows(columns, fitting.rows)
  const rows = await requestSearch.after(await reportSearch.after(made))
  const ordered = beat() ? orderRows(view, actor, columns, sorts, rows) : rows
  return { columns, isGrouped: grouped, rows: ordered.slice(from, limit), total: rows.length }
}

/** Returns whether the joins give each source item exactly one row. */
const keepsEachItem = ({ view }: SearchScope, report: Report): boolean =>
  hasOneRowEach(view, report) && report.joins.every(({ inner }) => !inner)
