import * as z from "zod"
import {
  getChartData,
  getChartDataByConditions,
  getChartSearchConditions,
  getReportData,
  getReportDataByConditions,
  getReportSearchConditions,
} from "../../../../../src/operations/list.ts"
import type { ReportResult } from "../../../../../src/reports/index.ts"
import { csvReply } from "../../../../wire/index.ts"
import {
  presentChart,
  presentChartConditions,
  presentReport,
  presentReportConditions,
  presentReportCsv,
} from "../../../presenters/workspace/reports.ts"
import { row } from "../../declared-row.ts"
import { isCsv, outputFormat, sortingBody, sortsOf } from "../../item-shapes/search.ts"
import { queryBoolean } from "../../shapes.ts"
import {
  chartAnswer,
  chartConditionsAnswer,
  reportAnswer,
  reportConditionsAnswer,
} from "../../workspace-shapes/reports.ts"

const REPORT = "/applications/:app-id/reports/:report-id"
const CHART = "/applications/:app-id/charts/:chart-id"

interface Presented {
  readonly include_date_at?: boolean | undefined
  readonly include_item_ref?: boolean | undefined
  readonly omit_fields_data?: boolean | undefined
  readonly return_utc_datetime?: boolean | undefined
  readonly format?: string | undefined
}

/** Returns the request properties that affect only the response format. */
const shownColumn = <B extends z.ZodType>(flag: () => B) => ({
  include_date_at: flag().describe("Whether rows of a single item have created_at and updated_at. Default: false"),
  include_item_ref: flag().describe("Whether rows of a single item have the item's IDs. Default: false"),
  omit_fields_data: flag().describe("Whether the response omits the definitions of fields"),
  format: outputFormat(),
})

const present = (result: ReportResult, wanted: Presented) =>
  isCsv(wanted.format)
    ? csvReply(() => presentReportCsv(result))
    : presentReport(result, {
        fields: wanted.omit_fields_data !== true,
        dates: wanted.include_date_at === true,
        itemRef: wanted.include_item_ref === true,
        utc: wanted.return_utc_datetime === true,
      })

/** Operations on reports and charts (api.md section 21.3). */
export const reportRows = {
  getReportData: row(getReportData, `get ${REPORT}`, {
    wireOnly: () => shownColumn(queryBoolean),
    answer: { kind: "csv", json: reportAnswer },
    present: (result, { wire, input }) => present(result, { ...wire, return_utc_datetime: input.returnUtcDatetime }),
  }),
  getReportSearchConditions: row(getReportSearchConditions, `get ${REPORT}/conditions`, {
    answer: reportConditionsAnswer,
    present: presentReportConditions,
  }),
  getReportDataByConditions: row(getReportDataByConditions, `post ${REPORT}/filter`, {
    otherPaths: [`${REPORT}/conditions`],
    wire: { sortFields: null },
    wireOnly: () => ({ ...shownColumn(() => z.boolean().optional()), ...sortingBody() }),
    toInput: ({ wire }) => ({ sortFields: sortsOf(wire) }),
    answer: { kind: "csv", json: reportAnswer },
    present: (result, { wire, input }) => present(result, { ...wire, return_utc_datetime: input.returnUtcDatetime }),
  }),
  getChartData: row(getChartData, `get ${CHART}`, {
    answer: chartAnswer,
    present: presentChart,
  }),
  getChartSearchConditions: row(getChartSearchConditions, `get ${CHART}/conditions`, {
    answer: chartConditionsAnswer,
    present: presentChartConditions,
  }),
  getChartDataByConditions: row(getChartDataByConditions, `post ${CHART}/filter`, {
    otherPaths: [`${CHART}/conditions`],
    answer: chartAnswer,
    present: presentChart,
  }),
} as const
