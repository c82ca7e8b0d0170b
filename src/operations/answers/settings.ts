import type { AnswerContext } from "../../engine/answer-context.ts"
import type { ChartData } from "../../reports/chart-data.ts"
import { titleOfColumn } from "../../reports/column-title.ts"
import type { ReportResult } from "../../reports/read-report.ts"
import type { SearchableColumns } from "../../reports/searchable-columns.ts"
import type { RawUserName, UndeclaredName } from "../index.ts"
import type { AnswersFor } from "./answer.ts"
import type { ReportAnswer } from "./report-answers.ts"

const answerReport = (context: AnswerContext, { report, rows, totalItems }: ReportResult): ReportAnswer => ({
  title: context.name(report.name),
  rows: rows?.map(({ values, sources }) => ({ values: { ...values }, itemIds: sources.map(({ iId }) => iId) })) ?? null,
  totalItems,
})

const answerChart = ({ title, labels, datasets }: ChartData) => ({ title, labels, datasets })

const answerColumns = ({ lang, columns }: SearchableColumns) => ({
  columns: columns.map(({ column, order }) => ({
    key: column.key,
    title: titleOfColumn(column, lang),
    dataType: column.dataType,
    order,
  })),
})

/** Reports and charts. */
export const settingsAnswers = {
  getReportData: (report, context) => answerReport(context, report),
  getReportSearchConditions: answerColumns,
  getReportDataByConditions: (report, context) => answerReport(context, report),
  getChartData: answerChart,
  getChartSearchConditions: answerColumns,
  getChartDataByConditions: answerChart,
} satisfies Partial<AnswersFor<RawUserName & UndeclaredName>>
