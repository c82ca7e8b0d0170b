import * as z from "zod"
import { answer, anyObject, integer, internalId, listOf, namedAnswer } from "../shapes.ts"

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
