import type { AnswerContext } from "../../engine/index.ts"
import { type ChartData, type ReportResult, type SearchableColumns, titleOfColumn } from "../../reports/index.ts"

export const answerReport = ({ report, rows, totalItems }: ReportResult, context: AnswerContext) => ({
  title: context.name(report.name),
  rows: rows?.map(({ values, sources }) => ({ values: { ...values }, itemIds: sources.map(({ iId }) => iId) })) ?? null,
  totalItems,
})

export const answerChart = ({ chart: _, ...shown }: ChartData): Omit<ChartData, "chart"> => shown

export const answerColumns = ({ lang, columns }: SearchableColumns) => ({
  columns: columns.map(({ column, order }) => ({
    key: column.key,
    title: titleOfColumn(column, lang),
    dataType: column.dataType,
    order,
  })),
})
