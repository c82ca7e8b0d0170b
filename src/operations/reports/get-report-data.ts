import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { readReport } from "../../reports/read-report.ts"
import { requireReport } from "../../reports/require-report.ts"
import { answerReport } from "../answers/reports.ts"
import { reportPaging, reportPlace } from "./report-input.ts"

/** The rows of a report. Refuses bad paging with INVALID_PARAMS. (api.md section 21.3) */
export const getReportData = query({
  name: "GetReportData",
  summary: "The rows of a report",
  input: () => object({ ...reportPlace(), ...reportPaging() }),
  place: ["application", "report"],
  authorize: requireReport,
  execute: (view, { principal, granted: report, engine }, input) => readReport(view, principal, engine, report, input),
  answer: answerReport,
})
