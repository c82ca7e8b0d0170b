import * as z from "zod"
import { type Lang, nameIn } from "../../../../../src/model/index.ts"
import {
  getChartData,
  getChartDataByConditions,
  getChartSearchConditions,
  getReportData,
  getReportDataByConditions,
  getReportSearchConditions,
} from "../../../../../src/operations/list.ts"
import {
  type ChartData,
  type PlacedColumn,
  type ReportResult,
  titleOfColumn,
} from "../../../../../src/reports/index.ts"
import { csvReply } from "../../../../wire/index.ts"
import { presentReport, presentReportCsv } from "../../../presenters/workspace/reports.ts"
import { row } from "../../declared-row.ts"
import { isCsv, outputFormat, sortingBody, sortsOf } from "../../item-shapes/search.ts"
import {
  answer,
  dataTypeName,
  integer,
  internalId,
  listAnswer,
  listOf,
  namedAnswer,
  optionId,
  queryBoolean,
} from "../../shapes.ts"
import { reportAnswer } from "../../workspace-shapes/reports.ts"

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

const CHART_DATA = {
  answer: namedAnswer("Chart", () => ({
    chart: answer({ type: z.string().describe("Kind of the chart") }).describe("Style of the chart"),
    color: z.string().describe("Colour of the chart, as in the settings of the chart"),
    datasets: listOf("The chart's series of numbers", {
      label: z.string().describe("Name of the series"),
      data: z.array(z.number()).describe("The numbers, one for each label"),
    }),
    labels: z.array(z.string()).describe("Labels of the numbers, one label per number"),
    title: answer({ text: z.string().describe("Text of the chart's heading") }).describe("The chart's heading"),
    zero: z.boolean().describe("Whether the axis begins at zero"),
  })),
  present: ({ chart, title, labels, datasets }: ChartData) => ({
    chart: { type: chart.type },
    color: chart.color,
    datasets: datasets.map(({ label, data }) => ({ label, data: [...data] })),
    labels: [...labels],
    title: { text: title },
    zero: chart.zero,
  }),
}

const searchable = () => ({
  rpf_id: z.string().describe("ID of a column in a report"),
  display_id: z.string().optional().describe("Display ID, chosen on the service's screens"),
  f_id: internalId().optional().describe("Internal ID of the field"),
  name: z.string().describe("Display name"),
  dataType: dataTypeName(),
  order: integer().describe("Position in the list, counted from 0"),
  statuses: listOf("The datastore's statuses", {
    s_id: internalId().describe("Internal ID of the status"),
    name: z.string().describe("Display name"),
    color: z.string().describe("Colour on the service's screens"),
  }).optional(),
})

function presentSearchable(placed: PlacedColumn, order: number, lang: Lang) {
  const { column, field, datastore, dataType } = placed
  return {
    rpf_id: column.rpfId,
    display_id: column.displayId || undefined,
    f_id: field.fId,
    name: titleOfColumn(placed, lang),
    dataType,
    order,
    statuses:
      dataType === "status"
        ? datastore.statuses.map(({ sId, name, color }) => ({ s_id: sId, name: nameIn(name, lang), color }))
        : undefined,
  }
}

/** Operations on reports and charts (api.md section 21.3). */
export const reportRows = {
  getReportData: row(getReportData, `get ${REPORT}`, {
    wireOnly: () => shownColumn(queryBoolean),
    answer: { kind: "csv", json: reportAnswer },
    present: (result, { wire, input }) => present(result, { ...wire, return_utc_datetime: input.returnUtcDatetime }),
  }),
  getReportSearchConditions: row(getReportSearchConditions, `get ${REPORT}/conditions`, {
    answer: listAnswer(() => ({
      ...searchable(),
      options: listOf("Options of the field, in order", {
        o_id: optionId().describe("ID of the option"),
        value: z.string().describe("Name of the option"),
        color: z.string().describe("Colour on the service's screens"),
        enabled: z.boolean().describe("Whether the option can be chosen; existing values keep a disabled option"),
        sort_id: integer().describe("Position in the list, counted from 0"),
      }).optional(),
    })),
    present: ({ columns, lang }) =>
      columns.map(({ column, order }) => {
        const { field, dataType } = column
        const options = "options" in field && field.dataType === dataType ? field.options : undefined
        return {
          ...presentSearchable(column, order, lang),
          options: options?.map(({ oId, name, color = "", enabled, sortId }) => ({
            o_id: oId,
            value: nameIn(name, lang),
            color,
            enabled,
            sort_id: sortId,
          })),
        }
      }),
  }),
  getReportDataByConditions: row(getReportDataByConditions, `post ${REPORT}/filter`, {
    otherPaths: [`${REPORT}/conditions`],
    wire: { sortFields: null },
    wireOnly: () => ({ ...shownColumn(() => z.boolean().optional()), ...sortingBody() }),
    toInput: ({ wire }) => ({ sortFields: sortsOf(wire) }),
    answer: { kind: "csv", json: reportAnswer },
    present: (result, { wire, input }) => present(result, { ...wire, return_utc_datetime: input.returnUtcDatetime }),
  }),
  getChartData: row(getChartData, `get ${CHART}`, CHART_DATA),
  getChartSearchConditions: row(getChartSearchConditions, `get ${CHART}/conditions`, {
    answer: listAnswer(searchable),
    present: ({ columns, lang }) => columns.map(({ column, order }) => presentSearchable(column, order, lang)),
  }),
  getChartDataByConditions: row(getChartDataByConditions, `post ${CHART}/filter`, {
    otherPaths: [`${CHART}/conditions`],
    ...CHART_DATA,
  }),
} as const
