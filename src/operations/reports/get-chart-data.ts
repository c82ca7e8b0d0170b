import { query } from "../../engine/use-case.ts"
import { readChart } from "../../reports/chart-data.ts"
import { type ChartPlace, requireChart } from "../../reports/require-report.ts"

export interface GetChartData extends ChartPlace {
  /** None: GetChartDataByConditions takes some. */
  readonly conditions?: undefined
}

/** GetChartData (api.md section 21.3): what a chart draws. */
export const getChartData = query({
  enter: requireChart,
  run: (view, { actor, found }, input: GetChartData, engine) => readChart(view, actor, engine, found, input),
})
