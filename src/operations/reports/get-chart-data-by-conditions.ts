import { query } from "../../engine/index.ts"
import { conditionList } from "../../items/index.ts"
import { readChart, requireChart } from "../../reports/index.ts"
import { answerChart } from "../answers/reports.ts"
import { chartPlace } from "./report-input.ts"

/**
 * Returns a chart's data, computed from the matching rows of its report. Throws INVALID_PARAMS for an unknown condition ID and
 * INVALID_VALUE for an invalid regular expression. (api.md section 21.3)
 */
export const getChartDataByConditions = query({
  name: "GetChartDataByConditions",
  summary: "Returns the data of a chart for the report rows that match the conditions",
  input: () => ({ ...chartPlace(), conditions: conditionList().optional() }),
  place: ["application", "chart"],
  authorize: requireChart,
  execute: (view, { principal, granted, engine }, input) => readChart(view, principal, engine, granted, input),
  answer: answerChart,
})
