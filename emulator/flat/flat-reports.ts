import type { ColumnAnswer, IId, OperationInput, ReportAnswer } from "../../src/inside.ts"
import type { AnswerOf } from "../contract/row.ts"
import type { OperationTable } from "../contract/table.ts"
import type { WireClient } from "../wire-client.ts"
import { asId } from "./natural-answers.ts"
import { asDataType } from "./seen/seen-settings.ts"
import { renamed, wireConditions } from "./wire-words.ts"
import type { FlatOperations } from "./words.ts"

type ReportName =
  | "getReportData"
  | "getReportDataByConditions"
  | "getReportSearchConditions"
  | "getChartData"
  | "getChartDataByConditions"
  | "getChartSearchConditions"

type WireReport = AnswerOf<OperationTable["getReportData"]>
type WireRow = NonNullable<WireReport["report_results"]>[number]

const reportAt = ({ application, report }: { readonly application: string; readonly report: string }) => ({
  "app-id": application,
  "report-id": report,
})

const chartAt = ({ application, chart }: { readonly application: string; readonly chart: string }) => ({
  "app-id": application,
  "chart-id": chart,
})

function readReport(answer: WireReport | string): ReportAnswer {
  if (typeof answer === "string") throw new Error("the report was answered as CSV")
  const { report_title, report_results, totalItems } = answer
  return { title: report_title, rows: report_results?.map(readRow) ?? null, totalItems }
}

/** What a row holds besides its values is what it was not asked for, and what it stands for. */
function readRow({ i_id, items, lookup_items: _, id_value_results: __, ...values }: WireRow) {
  const itemIds = items?.map((one) => asId<IId>(one.i_id)) ?? (i_id === undefined ? [] : [asId<IId>(i_id)])
  return { values: values as ReportAnswer["rows"] extends readonly (infer R)[] | null ? ValuesOf<R> : never, itemIds }
}

type ValuesOf<R> = R extends { readonly values: infer V } ? V : never

interface Searchable {
  readonly rpf_id: string
  readonly display_id?: string | undefined
  readonly name: string
  readonly dataType: string
  readonly order: number
}

const readColumn = ({ rpf_id, display_id, name, dataType, order }: Searchable): ColumnAnswer => ({
  key: display_id || rpf_id,
  title: name,
  dataType: asDataType(dataType),
  order,
})

const conditionsOf = ({ conditions }: Pick<OperationInput<"getChartDataByConditions">, "conditions">) =>
  conditions === undefined ? {} : { conditions: wireConditions(conditions) }

/** Reports and charts in flat words (api.md section 21.3). */
export function flatReports(api: WireClient): Pick<FlatOperations, ReportName> {
  const readChart = ({ title, labels, datasets }: Awaited<ReturnType<WireClient["getChartData"]>>) => ({
    title: title.text,
    labels,
    datasets,
  })

  return {
    async getReportData({ application, report, ...wanted }) {
      return readReport(await api.getReportData({ params: reportAt({ application, report }), query: renamed(wanted) }))
    },

    async getReportDataByConditions({ application, report, conditions, ...wanted }) {
      const params = reportAt({ application, report })
      const body = { ...renamed(wanted), ...conditionsOf({ conditions }) }
      return readReport(await api.getReportDataByConditions({ params, body }))
    },

    async getReportSearchConditions(place) {
      return { columns: (await api.getReportSearchConditions({ params: reportAt(place) })).map(readColumn) }
    },

    async getChartData(place) {
      return readChart(await api.getChartData({ params: chartAt(place) }))
    },

    async getChartDataByConditions({ conditions, ...place }) {
      return readChart(
        await api.getChartDataByConditions({ params: chartAt(place), body: conditionsOf({ conditions }) }),
      )
    },

    async getChartSearchConditions(place) {
      return { columns: (await api.getChartSearchConditions({ params: chartAt(place) })).map(readColumn) }
    },
  }
}
