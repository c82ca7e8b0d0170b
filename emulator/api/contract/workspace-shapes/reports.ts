import * as z from "zod"
import {
  answer,
  anyObject,
  dataTypeName,
  integer,
  internalId,
  lazy,
  listAnswer,
  listOf,
  namedAnswer,
  optionId,
} from "../shapes.ts"

const reportField = namedAnswer("ReportField", () => ({
  title: z.string().describe("Heading of the column"),
  rpf_id: z.string().describe("ID of a column of a report"),
  display_id: z.string().optional().describe("Display ID of the field"),
  data_type: z.string().describe("Data type of the field"),
  display_type: z.string().describe("Data type of the column"),
  align: z.string().describe("left, center or right; right for numbers unless the report says otherwise"),
  width: z.number().describe("Width on the screen, in pixels; 0 where the report says nothing"),
  negative_sign_type: z.unknown().describe("Always empty"),
  num_format: z.string().describe("Always empty"),
  num_info: answer({
    prefix: z.string().describe("Text before the number"),
    suffix: z.string().describe("Text after the number"),
    no_comma: z.boolean().describe("Whether thousands are written without commas"),
  }).describe("How numbers of the field are written"),
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
  error: z.string().describe("What took too long; empty when nothing did"),
  report_title: z.string().describe("Name of the report"),
  totalItems: integer().describe("How many items fit in all; -1 when counting took too long"),
  item_index_from: integer().describe("Position of the page's first row, from 0"),
  item_index_to: integer().describe("Position of the page's last row, from 0; 0 when it is empty"),
  report_results: z
    .union([
      z.null(),
      z.array(
        z.looseObject({
          i_id: internalId().optional().describe("ID of the item"),
          items: listOf("The items that the row is made of", {
            d_id: internalId().describe("Internal ID of the datastore"),
            i_id: internalId().describe("ID of the item"),
            rev_no: integer().optional().describe("Revision: counts the changes of the item, from 1"),
          }).optional(),
          rev_no: integer().optional().describe("Revision of the item that the row stands for"),
          d_id: internalId().optional().describe("Internal ID of the datastore"),
          created_at: z.string().optional().describe("When it was created: an ISO 8601 instant in UTC"),
          updated_at: z.string().optional().describe("When it was last changed: an ISO 8601 instant in UTC"),
          lookup_items: z
            .record(z.string(), anyObject())
            .optional()
            .describe("Items that lookups name, by display ID of the field; only with include_lookups"),
          id_value_results: z
            .record(z.string(), z.unknown())
            .optional()
            .describe("The row's chosen options, statuses and users by column; only with return_id_value_results"),
        }),
      ),
    ])
    .describe("The report's rows; null when none were asked for, or time was up"),
  report_fields: z.array(reportField()).optional().describe("The report's columns"),
}))

export const chartAnswer = namedAnswer("Chart", () => ({
  chart: answer({ type: z.string().describe("Kind of chart, as its settings have it") }).describe("How it is drawn"),
  color: z.string().describe("Colour of the chart, as its settings have it"),
  datasets: listOf("The chart's series of numbers", {
    label: z.string().describe("Name of the series"),
    data: z.array(z.number()).describe("The numbers, one for each label"),
  }),
  labels: z.array(z.string()).describe("What the numbers stand for, one label for each"),
  title: answer({ text: z.string().describe("Text of the heading") }).describe("The chart's heading"),
  zero: z.boolean().describe("Whether the axis begins at zero"),
}))

const searchable = () => ({
  rpf_id: z.string().describe("ID of a column of a report"),
  display_id: z.string().optional().describe("Display ID: the one chosen on the screen"),
  f_id: internalId().optional().describe("Internal ID of the field"),
  name: z.string().describe("Display name"),
  dataType: dataTypeName(),
  order: integer().describe("Place in the list, from 0"),
  statuses: listOf("The datastore's statuses", {
    s_id: internalId().describe("Internal ID of the status"),
    name: z.string().describe("Display name"),
    color: z.string().describe("Colour on the screen"),
  }).optional(),
})

export const reportConditionsAnswer = listAnswer(() => ({
  ...searchable(),
  options: listOf("Options of the field, in order", {
    o_id: optionId().describe("ID of the option"),
    value: z.string().describe("Name of the option"),
    color: z.string().describe("Colour on the screen"),
    enabled: z.boolean().describe("Whether the option can be chosen; values that have it stay"),
    sort_id: integer().describe("Place in the list, from 0"),
  }).optional(),
}))

export const chartConditionsAnswer = lazy(() => z.array(answer(searchable())))
