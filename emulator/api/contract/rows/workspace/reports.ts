import * as z from "zod"
import {
  getChartData,
  getChartDataByConditions,
  getChartSearchConditions,
  getReportData,
  getReportDataByConditions,
  getReportSearchConditions,
  type ReportResult,
} from "../../../../../src/inside.ts"
import {
  presentChart,
  presentChartConditions,
  presentReport,
  presentReportConditions,
  presentReportCsv,
} from "../../../presenters/workspace/reports.ts"
import { csvReply } from "../../../../wire/reply.ts"
import { row } from "../../declared-row.ts"
import { sortingBody } from "../../../../contract/item-shapes/search.ts"
import { sortsOf } from "../../../../contract/item-shapes/sorts.ts"
import { queryBoolean } from "../../../../contract/shapes.ts"
import {
  chartAnswer,
  chartConditionsAnswer,
  reportAnswer,
  reportConditionsAnswer,
} from "../../../../contract/workspace-shapes/reports.ts"

const REPORT = "/applications/:app-id/reports/:report-id"
const CHART = "/applications/:app-id/charts/:chart-id"

interface Presented {
  readonly include_date_at?: boolean | undefined
  readonly include_item_ref?: boolean | undefined
  readonly omit_fields_data?: boolean | undefined
  readonly return_utc_datetime?: boolean | undefined
  readonly format?: string | undefined
}

/** How a report is shown, which is the wire's alone. */
const shown = <B extends z.ZodType>(flag: () => B) => ({
  include_date_at: flag(),
  include_item_ref: flag(),
  omit_fields_data: flag(),
  format: z.string().describe("csv: the answer is CSV").optional(),
})

const present = (result: ReportResult, wanted: Presented) =>
  wanted.format === "csv"
    ? csvReply(() => presentReportCsv(result))
    : presentReport(result, {
        fields: wanted.omit_fields_data !== true,
        dates: wanted.include_date_at === true,
        itemRef: wanted.include_item_ref === true,
        utc: wanted.return_utc_datetime === true,
      })

/** api.md section 21.3: reports and charts. */
export const reportRows = {
  getReportData: row(getReportData, {
    method: "get",
    paths: [REPORT],
    tag: "reports",
    wireOnly: () => shown(queryBoolean),
    answer: { kind: "csv", json: reportAnswer },
    present: (result, { wire, input }) => present(result, { ...wire, return_utc_datetime: input.returnUtcDatetime }),
    source: "docs",
  }),
  getReportSearchConditions: row(getReportSearchConditions, {
    method: "get",
    paths: [`${REPORT}/conditions`],
    tag: "reports",
    answer: reportConditionsAnswer,
    present: presentReportConditions,
    source: "docs",
  }),
  getReportDataByConditions: row(getReportDataByConditions, {
    method: "post",
    paths: [`${REPORT}/filter`, `${REPORT}/conditions`],
    tag: "reports",
    wire: { sortFields: null },
    wireOnly: () => ({ ...shown(() => z.boolean().optional()), ...sortingBody() }),
    toInput: ({ wire }) => ({ sortFields: sortsOf(wire) }),
    answer: { kind: "csv", json: reportAnswer },
    present: (result, { wire, input }) => present(result, { ...wire, return_utc_datetime: input.returnUtcDatetime }),
    source: "docs",
  }),
  getChartData: row(getChartData, {
    method: "get",
    paths: [CHART],
    tag: "reports",
    answer: chartAnswer,
    present: presentChart,
    source: "docs",
  }),
  getChartSearchConditions: row(getChartSearchConditions, {
    method: "get",
    paths: [`${CHART}/conditions`],
    tag: "reports",
    answer: chartConditionsAnswer,
    present: presentChartConditions,
    source: "docs",
  }),
  getChartDataByConditions: row(getChartDataByConditions, {
    method: "post",
    paths: [`${CHART}/filter`, `${CHART}/conditions`],
    tag: "reports",
    answer: chartAnswer,
    present: presentChart,
    source: "docs",
  }),
} as const
