import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { requireChart } from "../../reports/require-report.ts"
import { listSearchableColumns } from "../../reports/searchable-columns.ts"
import { answerColumns } from "../answers/reports.ts"
import { chartPlace } from "./report-input.ts"

/** The columns that a chart's report can be searched by. (api.md section 21.3) */
export const getChartSearchConditions = query({
  name: "GetChartSearchConditions",
  summary: "The columns a chart can be searched by",
  input: () => object(chartPlace()),
  place: ["application", "chart"],
  authorize: requireChart,
  execute: (view, { principal, granted: { report } }) => listSearchableColumns(view, principal, report),
  answer: answerColumns,
})
