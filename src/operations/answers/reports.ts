import type { AnswerContext } from "../../engine/answer-context.ts"
import type { ChartData } from "../../reports/chart-data.ts"
import { titleOfColumn } from "../../reports/column-title.ts"
import type { ReportResult } from "../../reports/read-report.ts"
import type { SearchableColumns } from "../../reports/searchable-columns.ts"
import type { ChartAnswer, ColumnsAnswer, ReportAnswer } from "./report-answers.ts"

export const answerReport = ({ report, rows, totalItems }: ReportResult, context: AnswerContext): ReportAnswer => ({
  title: context.name(report.name),
  rows: rows?.map(({ values, sources }) => ({ values: { ...values }, itemIds: sources.map(({ iId }) => iId) })) ?? null,
  totalItems,
})

export const answerChart = ({ title, labels, datasets }: ChartData): ChartAnswer => ({ title, labels, datasets })

export const answerColumns = ({ lang, columns }: SearchableColumns): ColumnsAnswer => ({
  columns: columns.map(({ column, order }) => ({
    key: column.key,
    title: titleOfColumn(column, lang),
    dataType: column.dataType,
    order,
  })),
})
