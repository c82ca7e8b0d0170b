import { query } from "../../engine/use-case.ts"
import { type ChartPlace, requireChart } from "../../reports/require-report.ts"
import { listSearchableColumns } from "../../reports/searchable-columns.ts"

/** GetChartSearchConditions (api.md section 21.3): those of the chart's report. */
export const getChartSearchConditions = query({
  enter: requireChart,
  run: (view, { actor, found: { report } }, _: ChartPlace) => listSearchableColumns(view, actor, report),
})
