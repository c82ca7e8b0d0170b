import { query } from "../../engine/use-case.ts"
import type { RowsAsked } from "../../reports/evaluate.ts"
import { type ReportPaging, readReport } from "../../reports/read-report.ts"
import { type ReportPlace, requireReport } from "../../reports/require-report.ts"

export interface GetReportDataByConditions extends ReportPlace, ReportPaging, RowsAsked {}

/**
 * GetReportDataByConditions (api.md section 21.3): the rows of a report that fit, sorted as asked. Refuses an unknown condition or
 * sort ID and bad paging with INVALID_PARAMS, a bad regular expression with INVALID_VALUE.
 */
export const getReportDataByConditions = query({
  enter: requireReport,
  run: (view, { actor, found: report }, input: GetReportDataByConditions, engine) =>
    readReport(view, actor, engine, report, input),
})
