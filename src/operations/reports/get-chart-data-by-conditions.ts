import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { conditionList } from "../../items/search/search-input.ts"
import { readChart } from "../../reports/chart-data.ts"
import { requireChart } from "../../reports/require-report.ts"
import { answerChart } from "../answers/reports.ts"
import { chartPlace } from "./report-input.ts"

/** What a chart shows of the rows that fit. Refuses an unknown condition ID with INVALID_PARAMS, a bad regular expression with INVALID_VALUE.
 * (api.md section 21.3) */
export const getChartDataByConditions = query({
  name: "GetChartDataByConditions",
  summary: "The series of a chart over the matching rows",
  input: () => object({ ...chartPlace(), conditions: conditionList().optional() }),
  place: ["application", "chart"],
  authorize: requireChart,
  execute: (view, { principal, granted, engine }, input) => readChart(view, principal, engine, granted, input),
  answer: answerChart,
})
