import { query } from "../../engine/index.ts"
import { readReport, reportPaging, requireReport } from "../../reports/index.ts"
import { answerReport } from "../answers/reports.ts"
import { reportPlace } from "./report-input.ts"

/** Returns the rows of a report. Throws INVALID_PARAMS for invalid page numbers. (api.md section 21.3) */
export const getReportData = query({
  name: "GetReportData",
  summary: "Returns the rows of a report",
  input: () => ({ ...reportPlace(), ...reportPaging() }),
  place: ["application", "report"],
  authorize: requireReport,
  execute: (view, { principal, granted: report, engine }, input) => readReport(view, principal, engine, report, input),
  answer: answerReport,
})
