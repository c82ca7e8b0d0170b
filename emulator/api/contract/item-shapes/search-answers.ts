import * as z from "zod"
import {
  answer,
  answerOf,
  displayId,
  integer,
  internalId,
  lazy,
  listOf,
  lookupTarget,
  optionId,
  success,
} from "../shapes.ts"
import { fieldDefinition } from "../workspace-shapes/fields.ts"
import { listItem } from "./search.ts"

export const itemListAnswer = answerOf(() => ({
  items: z.array(listItem()).describe("The matching items"),
  totalItems: integer().describe("Number of all matching items; -1 if counting took too long"),
  fields: z.record(z.string(), fieldDefinition()).optional().describe("The datastore's fields"),
}))

export const searchConditionsAnswer = lazy(() =>
  success(
    listOf("The fields that can be searched", {
      f_id: internalId().describe("Internal ID of the field"),
      name: z.string().describe("Display name"),
      display_id: displayId().describe("Display ID, chosen on the service's screens"),
      data_type: z.string().describe("Data type of the field"),
      order: integer().describe("Position in the list, counted from 0"),
      options: listOf("Options of the field, in order", {
        option_id: optionId().describe("ID of the option"),
        sort_id: integer().describe("Position in the list, counted from 0"),
        value: z.string().describe("Name of the option"),
        enabled: z.boolean().describe("Whether the option can be chosen; existing values keep a disabled option"),
        color: z.string().describe("Colour on the service's screens"),
      }).optional(),
      statuses: listOf("The datastore's statuses", {
        status_id: internalId().describe("Display or internal ID of the status; empty for no status"),
        status_name: z.string().describe("Name of the status"),
      }).optional(),
      ds_lookup_info: answer(lookupTarget()).optional().describe("The items that the lookup field may refer to"),
      users_info: answer({ single_select: z.boolean().describe("Whether the field accepts only one user") })
        .optional()
        .describe("Settings for the users of the field"),
      min_value: z.string().optional().describe("Minimum value or length; empty for no minimum"),
      max_value: z.string().optional().describe("Maximum value or length; empty for no maximum"),
    }),
  ),
)

export const globalSearchAnswer = answerOf(() => ({
  search_result: listOf("The hits, newest first", {
    category: z.enum(["items", "files", "histories"]).describe("Kind of the hit: items, files or histories"),
    w_id: internalId().describe("Internal ID of the workspace"),
    p_id: internalId().describe("Internal ID of the application"),
    d_id: internalId().describe("Internal ID of the datastore"),
    i_id: internalId().describe("ID of the item"),
    f_id: internalId().optional().describe("Internal ID of the field"),
    project_name: z.string().describe("Name of the application"),
    datastore_name: z.string().describe("Name of the datastore"),
    title: z.string().describe("Title of the item; for files and comments, the title of their item"),
    highlight_value: answer({
      value: z.array(z.string()).describe("HTML-escaped texts of the hit, with each match between <em> tags"),
    }).describe("Texts that contain the hit"),
  }),
  item_list: answer({
    items: z.array(listItem()).describe("The matching items"),
    totalItems: integer().describe("Number of all matching items; -1 if counting took too long"),
  })
    .optional()
    .describe("The matching items in the format of ItemList; only with return_item_list"),
}))

export type WireItemList = z.input<ReturnType<typeof itemListAnswer>>
export type WireSearchConditions = z.input<ReturnType<typeof searchConditionsAnswer>>
export type WireSearchResult = z.input<ReturnType<typeof globalSearchAnswer>>
