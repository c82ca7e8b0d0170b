// biome-ignore-all lint/suspicious/noConfusingVoidType: each is what a call returns

import type * as Reports from "./report-answers.ts"

/** What each operation answers in process (model.md section 5.7). */
export interface OperationAnswers {
  readonly getChartData: Reports.ChartAnswer
  readonly getChartDataByConditions: Reports.ChartAnswer
  readonly getChartSearchConditions: Reports.ColumnsAnswer
  readonly getReportData: Reports.ReportAnswer
  readonly getReportDataByConditions: Reports.ReportAnswer
  readonly getReportSearchConditions: Reports.ColumnsAnswer
}
