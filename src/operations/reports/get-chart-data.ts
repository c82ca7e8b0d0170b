import { query } from "../../engine/index.ts"
import { readChart, requireChart } from "../../reports/index.ts"
import { answerChart } from "../answers/reports.ts"
import { chartPlace } from "./report-input.ts"

/** Returns the data of a chart. (api.md section 21.3) */
export const getChartData = query({
  name: "GetChartData",
  summary: "Returns the data of a chart",
  input: chartPlace,
  place: ["application", "chart"],
  authorize: requireChart,
  errors: { params: {} },
  execute: (view, { principal, granted, engine }, input) =>
    readChart(view, principal, engine, granted, { ...input, conditions: undefined }),
  answer: answerChart,
})
