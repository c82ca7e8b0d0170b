import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { requireReport } from "../../reports/require-report.ts"
import { listSearchableColumns } from "../../reports/searchable-columns.ts"
import { answerColumns } from "../answers/reports.ts"
import { reportPlace } from "./report-input.ts"

/** The columns that a report can be searched by. (api.md section 21.3) */
export const getReportSearchConditions = query({
  name: "GetReportSearchConditions",
  summary: "The columns a report can be searched by",
  input: () => object(reportPlace()),
  place: ["application", "report"],
  authorize: requireReport,
  execute: (view, { principal, granted: report }) => listSearchableColumns(view, principal, report),
  answer: answerColumns,
})
