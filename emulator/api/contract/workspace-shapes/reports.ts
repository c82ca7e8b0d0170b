import * as z from "zod"
import {
  answer,
  anyObject,
  dataTypeName,
  integer,
  internalId,
  listAnswer,
  listOf,
  namedAnswer,
  optionId,
} from "../shapes.ts"

const reportField = namedAnswer("ReportField", () => ({
  title: z.string().describe("Heading of the column"),
  rpf_id: z.string().describe("ID of a column in a report"),
  display_id: z.string().optional().describe("Display ID of the field"),
  data_type: z.string().describe("Data type of the field"),
  display_type: z.string().describe("Data type of the column"),
  align: z.string().describe("Alignment: left, center or right; default: right for numbers, else left"),
  width: z.number().describe("Width in pixels; 0 if the report sets no width"),
  negative_sign_type: z.unknown().describe("Always empty"),
  num_format: z.string().describe("Always empty"),
  num_info: answer({
    prefix: z.string().describe("Text that is written before the number"),
    suffix: z.string().describe("Text that is written after the number"),
    no_comma: z.boolean().describe("Whether numbers are written without thousands separators"),
  }).describe("Format of the field's numbers"),
  conditions: z.array(anyObject()).describe("Always empty"),
  f_id: z.string().describe("Internal ID of the field"),
  d_id: z.string().describe("Internal ID of the datastore"),
  merge_cells: z.boolean().describe("Always false"),
  hide: z.boolean().describe("Whether the column is hidden on the screen"),
  disable_search: z.boolean().describe("Whether the column can't be searched"),
  use_integrated_report: z.boolean().describe("Always false"),
  is_cross_key: z.boolean().describe("Always false"),
}))

/** Schema of `Report` (api.md section 21.3). */
export const reportAnswer = namedAnswer("Report", () => ({
  error: z.string().describe("Error text of a timeout; empty if there was no timeout"),
  report_title: z.string().describe("Name of the report"),
  totalItems: integer().describe("Number of all matching items; -1 if counting took too long"),
  item_index_from: integer().describe("Position of the page's first row, counted from 0"),
  item_index_to: integer().describe("Position of the page's last row, counted from 0; 0 for an empty page"),
  report_results: z
    .union([
      z.null(),
      z.array(
        z.looseObject({
          i_id: internalId().optional().describe("ID of the item"),
          items: listOf("The items of the row", {
            d_id: internalId().describe("Internal ID of the datastore"),
            i_id: internalId().describe("ID of the item"),
            rev_no: integer().optional().describe("Revision of the item; starts at 1 and grows with each change"),
          }).optional(),
          rev_no: integer().optional().describe("Revision of the item of the row"),
          d_id: internalId().optional().describe("Internal ID of the datastore"),
          created_at: z.string().optional().describe("Time of creation: an ISO 8601 instant in UTC"),
          updated_at: z.string().optional().describe("Time of the last change: an ISO 8601 instant in UTC"),
          lookup_items: z
            .record(z.string(), anyObject())
            .optional()
            .describe("Looked-up items by display ID of the field; only with include_lookups"),
          id_value_results: z
            .record(z.string(), z.unknown())
            .optional()
            .describe("The row's chosen options, statuses and users by column; only with return_id_value_results"),
        }),
      ),
    ])
    .describe("The report's rows; null if no rows were requested or a timeout occurred"),
  report_fields: z.array(reportField()).optional().describe("The report's columns"),
}))

export const chartAnswer = namedAnswer("Chart", () => ({
  chart: answer({ type: z.string().describe("Kind of the chart") }).describe("Style of the chart"),
  color: z.string().describe("Colour of the chart, as in the settings of the chart"),
  datasets: listOf("The chart's series of numbers", {
    label: z.string().describe("Name of the series"),
    data: z.array(z.number()).describe("The numbers, one for each label"),
  }),
  labels: z.array(z.string()).describe("Labels of the numbers, one label per number"),
  title: answer({ text: z.string().describe("Text of the chart's heading") }).describe("The chart's heading"),
  zero: z.boolean().describe("Whether the axis begins at zero"),
}))

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

export const reportConditionsAnswer = listAnswer(() => ({
  ...searchable(),
  options: listOf("Options of the field, in order", {
    o_id: optionId().describe("ID of the option"),
    value: z.string().describe("Name of the option"),
    color: z.string().describe("Colour on the service's screens"),
    enabled: z.boolean().describe("Whether the option can be chosen; existing values keep a disabled option"),
    sort_id: integer().describe("Position in the list, counted from 0"),
  }).optional(),
}))

export const chartConditionsAnswer = listAnswer(searchable)
