import { query } from "../../engine/use-case.ts"
import { type ReportPlace, requireReport } from "../../reports/require-report.ts"
import { listSearchableColumns } from "../../reports/searchable-columns.ts"

/** GetReportSearchConditions (api.md section 21.3). */
export const getReportSearchConditions = query({
  enter: requireReport,
  run: (view, { actor, found: report }, _: ReportPlace) => listSearchableColumns(view, actor, report),
})
