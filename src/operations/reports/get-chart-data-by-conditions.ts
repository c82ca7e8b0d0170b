import { query } from "../../engine/use-case.ts"
import type { Condition } from "../../records/condition.ts"
import { readChart } from "../../reports/chart-data.ts"
import { type ChartPlace, requireChart } from "../../reports/require-report.ts"

export interface GetChartDataByConditions extends ChartPlace {
  readonly conditions?: readonly Condition[] | undefined
}

/**
 * GetChartDataByConditions (api.md section 21.3): what a chart draws of the rows that fit. Refuses an unknown condition ID with
 * INVALID_PARAMS, a bad regular expression with INVALID_VALUE.
 */
export const getChartDataByConditions = query({
  enter: requireChart,
  run: (view, { actor, found }, input: GetChartDataByConditions, engine) =>
    readChart(view, actor, engine, found, input),
})
