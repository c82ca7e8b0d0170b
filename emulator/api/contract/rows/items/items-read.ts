import * as z from "zod"
import { getItemDetails, getItemSearchConditions, itemList } from "../../../../../src/operations/list.ts"
import { csvReply } from "../../../../wire/index.ts"
import { papa } from "../../../csv/papa.ts"
import { presentItemDetails } from "../../../presenters/items/item-details.ts"
import { presentCsv, presentItemList } from "../../../presenters/items/item-list.ts"
import { presentSearchConditions } from "../../../presenters/workspace/search-conditions.ts"
import { row } from "../../declared-row.ts"
import { linkedDatastores } from "../../item-shapes/links.ts"
import { isCsv, itemListOnly, sortingBody, sortsOf } from "../../item-shapes/search.ts"
import { itemListAnswer, searchConditionsAnswer } from "../../item-shapes/search-answers.ts"
import { fieldValue } from "../../item-shapes/values.ts"
import {
  answer,
  answerOf,
  dataTypeName,
  displayId,
  displayIdOrNone,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  listOf,
  millis,
  queryBoolean,
} from "../../shapes.ts"

const PLACE = "/applications/:app-id/datastores/:datastore-id"

const detailsHead = () => ({
  title: z.string().describe("The item's title: the values of its title fields that are not empty, joined"),
  rev_no: integer().describe("Revision: counts the changes of the item, from 1"),
  created_at: millis().describe("When it was created: an ISO 8601 instant in UTC"),
  updated_at: millis().describe("When it was last changed: an ISO 8601 instant in UTC"),
  created_by: z.string().describe("Name of the user who created it; IMPORT for imported items"),
  updated_by: z.string().describe("Name of the user who last changed it"),
  linked_items: linkedDatastores().optional().describe("Linked items by datastore; only with include_linked_items"),
})

const runnable = () => ({
  a_id: internalId().describe("Internal ID of the action"),
  action_name: z.string().describe("Name of the action"),
  display_order: integer().describe("Place among its like, from 0"),
  crud_type: z.enum(["1", "2", "3", "4"]).describe("What the action does: 1 create, 2 update, 3 delete, 4 copy"),
})

const detailsByDisplayId = answerOf(() => ({
  ...detailsHead(),
  field_values: z
    .record(
      z.string(),
      answer({
        field_id: displayId().describe("The field, by display or internal ID"),
        field_name: z.string().describe("Name of the field, in the world's language"),
        dataType: dataTypeName(),
        value: fieldValue().describe("The value, in the form of its data type (model.md section 5)"),
        sizeX: integer().describe("Columns that the field takes on the screen"),
        sizeY: integer().describe("Rows that the field takes on the screen"),
        col: integer().describe("Column on the screen, from 0"),
        row: integer().describe("Row on the screen, from 0"),
      }),
    )
    .describe("The item's values, each with its field"),
  status_list: z
    .record(
      z.string(),
      answer({
        status_id: displayId().describe("The status, by display or internal ID; in answers empty where there is none"),
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
        action_id: displayId().describe("The action, by display ID or a_id"),
        next_status_id: displayIdOrNone().describe("The status that the item gets; empty where it keeps its own"),
      }),
    )
    .describe("Actions that are offered in the item's status"),
  item_actions: z
    .record(z.string(), answer({ ...runnable(), action_id: displayId().describe("The action, by display ID or a_id") }))
    .describe("Actions that are offered whatever the status"),
  status_order: z.array(displayId()).describe("IDs of the statuses, in order"),
  status_action_order: z.array(displayId()).describe("IDs of status_actions, in order"),
  item_action_order: z.array(displayId()).describe("IDs of item_actions, in order"),
}))

const detailsByInternalId = answerOf(() => ({
  ...detailsHead(),
  field_values: listOf("The item's values, each with its field", {
    field_id: internalId().describe("The field, by display or internal ID"),
    field_name: z.string().describe("Name of the field, in the world's language"),
    dataType: dataTypeName(),
    value: fieldValue().describe("The value, in the form of its data type (model.md section 5)"),
    use_as_search: z.boolean().describe("Whether the field can be searched"),
    show_in_list: z.boolean().describe("Whether lists on the screen show the field"),
    display_id: displayId().describe("Display ID: the one chosen on the screen"),
  }),
  status_list: listOf("The datastore's statuses, by display or internal ID", {
    status_id: internalId().describe("The status, by display or internal ID; in answers empty where there is none"),
    status_name: z.string().describe("Name of the status"),
    sort_id: integer().describe("Place in the list, from 0"),
  }),
  status_actions: listOf("Actions that are offered in the item's status", {
    ...runnable(),
    action_id: internalId().describe("The action, by display ID or a_id"),
    next_status_id: internalIdOrNone().describe("The status that the item gets; empty where it keeps its own"),
  }),
  item_actions: listOf("Actions that are offered whatever the status", {
    ...runnable(),
    action_id: internalId().describe("The action, by display ID or a_id"),
    description: z.string().optional().describe("Its purpose"),
  }),
  status_order: z.array(internalId()).describe("IDs of the statuses, in order"),
  status_action_order: z.array(internalId()).describe("IDs of status_actions, in order"),
  item_action_order: z.array(internalId()).describe("IDs of item_actions, in order"),
}))

export type WireDetailsByDisplayId = z.input<ReturnType<typeof detailsByDisplayId>>
export type WireDetailsByInternalId = z.input<ReturnType<typeof detailsByInternalId>>

/** Operations that read items (api.md sections 8 and 17). */
export const itemReadRows = {
  getItemDetails: row(getItemDetails, `get ${PLACE}/items/details/:item-id`, {
    otherPaths: ["/datastores/:datastore-id/items/:item-id"],
    wire: { ids: null },
    wireOnly: () => ({
      format: z.string().describe("map: by display ID, as use_display_id does").optional(),
      use_display_id: queryBoolean().describe("True: the answer is keyed by display IDs. Default false"),
    }),
    toInput: ({ wire }) => ({
      ids: wire.format === "map" || wire.use_display_id === true ? ("display" as const) : ("internal" as const),
    }),
    answer: lazy(() => z.union([detailsByInternalId(), detailsByDisplayId()])),
    present: presentItemDetails,
    repeatable: true,
    source: "seed",
  }),
  itemList: row(itemList, `post ${PLACE}/items/search`, {
    schemaName: "ItemListBody",
    wire: { ids: null, sortFields: null },
    wireOnly: () => ({ ...sortingBody(), ...itemListOnly() }),
    toInput: async ({ wire }) => {
      if (wire.format === "csv") await papa.load()
      return { ids: wire.use_display_id === false ? "internal" : "display", sortFields: sortsOf(wire) }
    },
    answer: { kind: "csv", json: itemListAnswer },
    present: (list, { wire }) =>
      isCsv(wire.format)
        ? csvReply(() => presentCsv(list))
        : presentItemList(list, { fields: wire.include_fields_data === true }),
  }),
  getItemSearchConditions: row(getItemSearchConditions, `get ${PLACE}/items/conditions`, {
    answer: searchConditionsAnswer,
    present: presentSearchConditions,
  }),
} as const
