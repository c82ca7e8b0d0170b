import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { readChart } from "../../reports/chart-data.ts"
import { requireChart } from "../../reports/require-report.ts"
import { answerChart } from "../answers/reports.ts"
import { chartPlace } from "./report-input.ts"

/** What a chart shows. (api.md section 21.3) */
export const getChartData = query({
  name: "GetChartData",
  summary: "The series of a chart",
  input: () => object(chartPlace()),
  place: ["application", "chart"],
  authorize: requireChart,
  errors: { params: {} },
  execute: (view, { principal, granted, engine }, input) =>
    readChart(view, principal, engine, granted, { ...input, conditions: undefined }),
  answer: answerChart,
})
