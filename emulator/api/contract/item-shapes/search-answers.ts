import * as z from "zod"
import {
  answer,
  answerOf,
  displayId,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  listOf,
  optionId,
  success,
} from "../shapes.ts"
import { fieldDefinition } from "../workspace-shapes/fields.ts"
import { listItem } from "./search.ts"

export const itemListAnswer = answerOf(() => ({
  items: z.array(listItem()).describe("The items found"),
  totalItems: integer().describe("How many items fit in all; -1 when counting took too long"),
  fields: z.record(z.string(), fieldDefinition()).optional().describe("The datastore's fields"),
}))

export const searchConditionsAnswer = lazy(() =>
  success(
    listOf("The fields that can be searched", {
      f_id: internalId().describe("Internal ID of the field"),
      name: z.string().describe("Display name"),
      display_id: displayId().describe("Display ID: the one chosen on the screen"),
      data_type: z.string().describe("Data type of the field"),
      order: integer().describe("Place in the list, from 0"),
      options: listOf("Options of the field, in order", {
        option_id: optionId().describe("ID of the option"),
        sort_id: integer().describe("Place in the list, from 0"),
        value: z.string().describe("Name of the option"),
        enabled: z.boolean().describe("Whether the option can be chosen; values that have it stay"),
        color: z.string().describe("Colour on the screen"),
      }).optional(),
      statuses: listOf("The datastore's statuses", {
        status_id: internalId().describe("The status, by display or internal ID; in answers empty where there is none"),
        status_name: z.string().describe("Name of the status"),
      }).optional(),
      ds_lookup_info: answer({
        dslookup_project_id: internalId().describe("Application of the items, by internal ID"),
        dslookup_datastore_id: internalId().describe("Datastore of the items, by internal ID"),
        dslookup_field_id: internalIdOrNone().describe("The field that stands for the item, by internal ID"),
      })
        .optional()
        .describe("The items that the field may name"),
      users_info: answer({ single_select: z.boolean().describe("Whether it takes one user only") })
        .optional()
        .describe("How the field takes users"),
      min_value: z.string().optional().describe("The smallest number, or the fewest characters; empty for none"),
      max_value: z.string().optional().describe("The largest number, or the most characters; empty for none"),
    }),
  ),
)

export const globalSearchAnswer = answerOf(() => ({
  search_result: listOf("What was found, the newest first", {
    category: z.enum(["items", "files", "histories"]).describe("Where it was found: items, files or histories"),
    w_id: internalId().describe("Internal ID of the workspace"),
    p_id: internalId().describe("Internal ID of the application"),
    d_id: internalId().describe("Internal ID of the datastore"),
    i_id: internalId().describe("ID of the item"),
    f_id: internalId().optional().describe("Internal ID of the field"),
    project_name: z.string().describe("Name of the application"),
    datastore_name: z.string().describe("Name of the datastore"),
    title: z.string().describe("Title of the item, also of files and comments"),
    highlight_value: answer({
      value: z.array(z.string()).describe("What was found: HTML-escaped texts with each hit between <em> tags"),
    }).describe("The texts around what was found"),
  }),
  item_list: answer({
    items: z.array(listItem()).describe("The items found"),
    totalItems: integer().describe("How many items fit in all; -1 when counting took too long"),
  })
    .optional()
    .describe("The items found, as ItemList answers them; only with return_item_list"),
}))

export type WireItemList = z.input<ReturnType<typeof itemListAnswer>>
export type WireSearchConditions = z.input<ReturnType<typeof searchConditionsAnswer>>
export type WireSearchResult = z.input<ReturnType<typeof globalSearchAnswer>>
