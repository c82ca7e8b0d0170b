import { query } from "../../engine/index.ts"
import { listSearchableColumns, requireChart } from "../../reports/index.ts"
import { answerColumns } from "../answers/reports.ts"
import { chartPlace } from "./report-input.ts"

/** Returns the columns of a chart's report that conditions can test. (api.md section 21.3) */
export const getChartSearchConditions = query({
  name: "GetChartSearchConditions",
  summary: "Returns the columns by which a chart can be searched",
  input: chartPlace,
  place: ["application", "chart"],
  authorize: requireChart,
  execute: (view, { principal, granted: { report } }) => listSearchableColumns(view, principal, report),
  answer: answerColumns,
})
