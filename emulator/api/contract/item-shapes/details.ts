import * as z from "zod"
import { CRUD_TYPES } from "../../../../src/model/records/index.ts"
import {
  answer,
  answerOf,
  dataTypeName,
  displayId,
  displayIdOrNone,
  integer,
  internalId,
  internalIdOrNone,
  listOf,
  millis,
} from "../shapes.ts"
import { linkedDatastores } from "./links.ts"
import { fieldValue } from "./values.ts"

const detailsHead = () => ({
  title: z.string().describe("Title of the item: its non-empty title fields, joined"),
  rev_no: integer().describe("Revision of the item; starts at 1 and grows with each change"),
  created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
  updated_at: millis().describe("Time of the last change: an ISO 8601 instant in UTC"),
  created_by: z.string().describe("Name of the user who created the item; IMPORT for imported items"),
  updated_by: z.string().describe("Name of the user who made the last change"),
  linked_items: linkedDatastores().optional().describe("Linked items by datastore; only with include_linked_items"),
})

const runnable = () => ({
  a_id: internalId().describe("Internal ID of the action"),
  action_name: z.string().describe("Name of the action"),
  display_order: integer().describe("Position among elements of the same kind, counted from 0"),
  crud_type: z.enum(CRUD_TYPES).describe("Type of the action: 1 create, 2 update, 3 delete, 4 copy"),
})

export const detailsByDisplayId = answerOf(() => ({
  ...detailsHead(),
  field_values: z
    .record(
      z.string(),
      answer({
        field_id: displayId().describe("Display or internal ID of the field"),
        field_name: z.string().describe("Name of the field, in the world's language"),
        dataType: dataTypeName(),
        value: fieldValue().describe("The value, in the format of its data type (model.md section 5)"),
        sizeX: integer().describe("Width of the field in the layout, in columns"),
        sizeY: integer().describe("Height of the field in the layout, in rows"),
        col: integer().describe("Column of the field in the layout, counted from 0"),
        row: integer().describe("Row of the field in the layout, counted from 0"),
      }),
    )
    .describe("The item's values, each with its field"),
  status_list: z
    .record(
      z.string(),
      answer({
        status_id: displayId().describe("Display or internal ID of the status; empty for no status"),
        s_id: internalId().describe("Internal ID of the status"),
        status_name: z.string().describe("Name of the status"),
      }),
    )
    .describe("The datastore's statuses, by display or internal ID"),
  status_actions: z
    .record(
      z.string(),
      answer({
        ...runnable(),
        action_id: displayId().describe("Display ID or a_id of the action"),
        next_status_id: displayIdOrNone().describe("New status of the item; empty for no change"),
      }),
    )
    .describe("Actions that are available in the item's status"),
  item_actions: z
    .record(z.string(), answer({ ...runnable(), action_id: displayId().describe("Display ID or a_id of the action") }))
    .describe("Actions that are available in every status"),
  status_order: z.array(displayId()).describe("IDs of the statuses, in order"),
  status_action_order: z.array(displayId()).describe("IDs of the actions in status_actions, in order"),
  item_action_order: z.array(displayId()).describe("IDs of the actions in item_actions, in order"),
}))

export const detailsByInternalId = answerOf(() => ({
  ...detailsHead(),
  field_values: listOf("The item's values, each with its field", {
    field_id: internalId().describe("Display or internal ID of the field"),
    field_name: z.string().describe("Name of the field, in the world's language"),
    dataType: dataTypeName(),
    value: fieldValue().describe("The value, in the format of its data type (model.md section 5)"),
    use_as_search: z.boolean().describe("Whether the field can be searched"),
    show_in_list: z.boolean().describe("Whether lists on the service's screens show the field"),
    display_id: displayId().describe("Display ID, chosen on the service's screens"),
  }),
  status_list: listOf("The datastore's statuses, by display or internal ID", {
    status_id: internalId().describe("Display or internal ID of the status; empty for no status"),
    status_name: z.string().describe("Name of the status"),
    sort_id: integer().describe("Position in the list, counted from 0"),
  }),
  status_actions: listOf("Actions that are available in the item's status", {
    ...runnable(),
    action_id: internalId().describe("Display ID or a_id of the action"),
    next_status_id: internalIdOrNone().describe("New status of the item; empty for no change"),
  }),
  item_actions: listOf("Actions that are available in every status", {
    ...runnable(),
    action_id: internalId().describe("Display ID or a_id of the action"),
    description: z.string().optional().describe("Explanatory text"),
  }),
  status_order: z.array(internalId()).describe("IDs of the statuses, in order"),
  status_action_order: z.array(internalId()).describe("IDs of the actions in status_actions, in order"),
  item_action_order: z.array(internalId()).describe("IDs of the actions in item_actions, in order"),
}))

export type WireDetailsByDisplayId = z.input<ReturnType<typeof detailsByDisplayId>>
export type WireDetailsByInternalId = z.input<ReturnType<typeof detailsByInternalId>>
