import { operations, type ReportPaging, type ReportResult } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import {
  presentChart,
  presentChartConditions,
  presentReport,
  presentReportConditions,
  presentReportCsv,
} from "../../presenters/workspace/reports.ts"
import { csvReply } from "../../wire/reply.ts"
import { readCondition } from "../items/conditions.ts"
import { sortsOf } from "../items/sorts.ts"

const reportAt = (params: { "app-id": string; "report-id": string }) => ({
  application: params["app-id"],
  report: params["report-id"],
})

const chartAt = (params: { "app-id": string; "chart-id": string }) => ({
  application: params["app-id"],
  chart: params["chart-id"],
})

/** The names that the query of GetReportData and the body of GetReportDataByConditions share. */
interface RowsWanted {
  readonly page?: number | undefined
  readonly per_page?: number | undefined
  readonly include_date_at?: boolean | undefined
  readonly include_lookups?: boolean | undefined
  readonly include_item_ref?: boolean | undefined
  readonly return_number_value?: boolean | undefined
  readonly return_id_value_results?: boolean | undefined
  readonly return_count_only?: boolean | undefined
  readonly return_utc_datetime?: boolean | undefined
  readonly omit_total_items?: boolean | undefined
  readonly total_count_timeout_sec?: number | undefined
  readonly data_result_timeout_sec?: number | undefined
  readonly omit_fields_data?: boolean | undefined
  readonly format?: string | undefined
}

const pagingOf = (wanted: RowsWanted): ReportPaging => ({
  page: wanted.page,
  perPage: wanted.per_page,
  includeLookups: wanted.include_lookups,
  returnNumberValue: wanted.return_number_value,
  returnIdValueResults: wanted.return_id_value_results,
  returnUtcDatetime: wanted.return_utc_datetime,
  returnCountOnly: wanted.return_count_only,
  omitTotalItems: wanted.omit_total_items,
  dataResultTimeoutSec: wanted.data_result_timeout_sec,
  totalCountTimeoutSec: wanted.total_count_timeout_sec,
})

const present = (result: ReportResult, wanted: RowsWanted) =>
  wanted.format === "csv"
    ? csvReply(() => presentReportCsv(result))
    : presentReport(result, {
        fields: wanted.omit_fields_data !== true,
        dates: wanted.include_date_at === true,
        itemRef: wanted.include_item_ref === true,
        utc: wanted.return_utc_datetime === true,
      })

export const reportHandlers = {
  getReportData: handle(table.getReportData, operations.getReportData, {
    where: reportAt,
    input: ({ query }, where) => ({ ...where, ...pagingOf(query) }),
    present: (result, { query }) => present(result, query),
  }),
  getReportSearchConditions: handle(table.getReportSearchConditions, operations.getReportSearchConditions, {
    where: reportAt,
    input: (_, where) => where,
    present: presentReportConditions,
  }),
  getReportDataByConditions: handle(table.getReportDataByConditions, operations.getReportDataByConditions, {
    where: reportAt,
    input: ({ body }, where) => ({
      ...where,
      ...pagingOf(body),
      conditions: body.conditions?.map(readCondition),
      useOrCondition: body.use_or_condition,
      sortFields: sortsOf(body),
    }),
    present: (result, { body }) => present(result, body),
  }),
  getChartData: handle(table.getChartData, operations.getChartData, {
    where: chartAt,
    input: (_, where) => where,
    present: presentChart,
  }),
  getChartSearchConditions: handle(table.getChartSearchConditions, operations.getChartSearchConditions, {
    where: chartAt,
    input: (_, where) => where,
    present: presentChartConditions,
  }),
  getChartDataByConditions: handle(table.getChartDataByConditions, operations.getChartDataByConditions, {
    where: chartAt,
    input: ({ body }, where) => ({ ...where, conditions: body.conditions?.map(readCondition) }),
    present: presentChart,
  }),
}
