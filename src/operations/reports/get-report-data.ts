import { query } from "../../engine/use-case.ts"
import { type ReportPaging, readReport } from "../../reports/read-report.ts"
import { type ReportPlace, requireReport } from "../../reports/require-report.ts"

export interface GetReportData extends ReportPlace, ReportPaging {}

/** GetReportData (api.md section 21.3): the rows of a report. Refuses bad paging with INVALID_PARAMS. */
export const getReportData = query({
  enter: requireReport,
  run: (view, { actor, found: report }, input: GetReportData, engine) => readReport(view, actor, engine, report, input),
})
