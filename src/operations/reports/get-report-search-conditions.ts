import { query } from "../../engine/index.ts"
import { listSearchableColumns, requireReport } from "../../reports/index.ts"
import { answerColumns } from "../answers/reports.ts"
import { reportPlace } from "./report-input.ts"

/** Returns the columns of a report that conditions can test. (api.md section 21.3) */
export const getReportSearchConditions = query({
  name: "GetReportSearchConditions",
  summary: "Returns the columns by which a report can be searched",
  input: reportPlace,
  place: ["application", "report"],
  authorize: requireReport,
  execute: (view, { principal, granted: report }) => listSearchableColumns(view, principal, report),
  answer: answerColumns,
})
