import * as z from "zod"
import { getItemDetails, getItemSearchConditions, itemList } from "../../../../src/inside.ts"
import { presentItemDetails } from "../../../presenters/items/item-details.ts"
import { presentCsv, presentItemList } from "../../../api/presenters/items/item-list.ts"
import { presentSearchConditions } from "../../../api/presenters/workspace/search-conditions.ts"
import { csvReply, partsReply } from "../../../wire/reply.ts"
import { row } from "../../../api/contract/declared-row.ts"
import { linkedDatastores } from "../../item-shapes/links.ts"
import { itemListOnly, sortingBody } from "../../item-shapes/search.ts"
import { itemListAnswer, searchConditionsAnswer } from "../../item-shapes/search-answers.ts"
import { sortsOf } from "../../item-shapes/sorts.ts"
import { fieldValue } from "../../item-shapes/values.ts"
import {
  answer,
  displayId,
  displayIdOrNone,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  mapOf,
  millis,
  queryBoolean,
} from "../../shapes.ts"

const PLACE = "/applications/:app-id/datastores/:datastore-id"

const detailsHead = () => ({
  title: z.string(),
  rev_no: integer(),
  created_at: millis(),
  updated_at: millis(),
  created_by: z.string(),
  updated_by: z.string(),
  linked_items: linkedDatastores().optional(),
})

const runnable = () => ({
  a_id: internalId(),
  action_name: z.string(),
  display_order: integer(),
  crud_type: z.enum(["1", "2", "3", "4"]),
})

/** The display-ID form of api.md section 8. */
const detailsByDisplayId = lazy(() =>
  answer({
    ...detailsHead(),
    field_values: mapOf(
      answer({
        field_id: displayId(),
        field_name: z.string(),
        dataType: z.string(),
        value: fieldValue(),
        sizeX: integer(),
        sizeY: integer(),
        col: integer(),
        row: integer(),
      }),
    ),
    status_list: mapOf(answer({ status_id: displayId(), s_id: internalId(), status_name: z.string() })),
    status_actions: mapOf(answer({ ...runnable(), action_id: displayId(), next_status_id: displayIdOrNone() })),
    item_actions: mapOf(answer({ ...runnable(), action_id: displayId() })),
    status_order: z.array(displayId()),
    status_action_order: z.array(displayId()),
    item_action_order: z.array(displayId()),
  }),
)

/** The internal-ID form. */
const detailsByInternalId = lazy(() =>
  answer({
    ...detailsHead(),
    field_values: z.array(
      answer({
        field_id: internalId(),
        field_name: z.string(),
        dataType: z.string(),
        value: fieldValue(),
        use_as_search: z.boolean(),
        show_in_list: z.boolean(),
        display_id: displayId(),
      }),
    ),
    status_list: z.array(answer({ status_id: internalId(), status_name: z.string(), sort_id: integer() })),
    status_actions: z.array(answer({ ...runnable(), action_id: internalId(), next_status_id: internalIdOrNone() })),
    item_actions: z.array(answer({ ...runnable(), action_id: internalId(), description: z.string().optional() })),
    status_order: z.array(internalId()),
    status_action_order: z.array(internalId()),
    item_action_order: z.array(internalId()),
  }),
)

export type WireDetailsByDisplayId = z.input<ReturnType<typeof detailsByDisplayId>>
export type WireDetailsByInternalId = z.input<ReturnType<typeof detailsByInternalId>>

/** api.md sections 8 and 17: reading items. */
export const itemReadRows = {
  getItemDetails: row(getItemDetails, {
    method: "get",
    paths: [`${PLACE}/items/details/:item-id`, "/datastores/:datastore-id/items/:item-id"],
    tag: "items-read",
    wire: { ids: null },
    wireOnly: () => ({
      format: z.string().describe("map: by display ID, as use_display_id does").optional(),
      use_display_id: queryBoolean().describe("True: the answer is keyed by display IDs. Default false"),
    }),
    toInput: ({ wire }) => ({
      ids: wire.format === "map" || wire.use_display_id === true ? ("display" as const) : ("internal" as const),
    }),
    answer: lazy(() => z.union([detailsByInternalId(), detailsByDisplayId()])),
    present: (details) => partsReply(presentItemDetails(details)),
    repeatable: true,
    source: "seed",
  }),
  itemList: row(itemList, {
    method: "post",
    paths: [`${PLACE}/items/search`],
    tag: "items-read",
    schemaName: "ItemListBody",
    wire: { ids: null, sortFields: null },
    wireOnly: () => ({ ...sortingBody(), ...itemListOnly() }),
    toInput: ({ wire }) => ({
      ids: wire.use_display_id === false ? ("internal" as const) : ("display" as const),
      sortFields: sortsOf(wire),
    }),
    answer: { kind: "csv", json: itemListAnswer },
    present: (list, { wire }) =>
      wire.format === "csv"
        ? csvReply(() => presentCsv(list))
        : presentItemList(list, { fields: wire.include_fields_data === true }),
    source: "docs",
  }),
  getItemSearchConditions: row(getItemSearchConditions, {
    method: "get",
    paths: [`${PLACE}/items/conditions`],
    tag: "items-read",
    answer: searchConditionsAnswer,
    present: presentSearchConditions,
    source: "docs",
  }),
} as const
