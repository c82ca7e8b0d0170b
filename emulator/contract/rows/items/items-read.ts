import * as z from "zod"
import { getItemDetails } from "../../../../src/inside.ts"
import { presentItemDetails } from "../../../presenters/items/item-details.ts"
import { partsReply } from "../../../wire/reply.ts"
import { row as declared } from "../../declared-row.ts"
import { linkedDatastores } from "../../item-shapes/links.ts"
import { itemListBody, listItem } from "../../item-shapes/search.ts"
import { fieldValue } from "../../item-shapes/values.ts"
import { row } from "../../row.ts"
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
  optionId,
  queryBoolean,
  success,
} from "../../shapes.ts"
import { fieldDefinition } from "../workspace/fields.ts"

const PLACE = "/applications/:app-id/datastores/:datastore-id"

/** The answer to an item that is wrong, deleted or invisible (errors.md section 3). */
export const itemNotFound = {
  status: 404,
  code: "NOT_FOUND",
  shape: "itemNotFound",
  description: "item not found for i_id:{item-id}",
  error: "not found",
  referenceId: "{item-id}",
} as const

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
  getItemDetails: declared(getItemDetails, {
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
  itemList: row({
    method: "post",
    paths: [`${PLACE}/items/search`],
    tag: "items-read",
    summary: "Search, sort and page through items",
    auth: "token",
    body: itemListBody,
    answer: {
      kind: "csv",
      json: lazy(() =>
        answer({
          items: z.array(listItem()),
          totalItems: integer(),
          fields: mapOf(fieldDefinition()).optional(),
        }),
      ),
    },
    errors: {
      place: { shape: "placeNotFound" },
      params: { shape: "errorsWithResult" },
      values: { shape: "errorsWithResult" },
    },
    source: "docs",
  }),
  getItemSearchConditions: row({
    method: "get",
    paths: [`${PLACE}/items/conditions`],
    tag: "items-read",
    summary: "The fields a datastore can be searched by",
    auth: "token",
    answer: lazy(() =>
      success(
        z.array(
          answer({
            f_id: internalId(),
            name: z.string(),
            display_id: displayId(),
            data_type: z.string(),
            order: integer(),
            options: z
              .array(
                answer({
                  option_id: optionId(),
                  sort_id: integer(),
                  value: z.string(),
                  enabled: z.boolean(),
                  color: z.string(),
                }),
              )
              .optional(),
            statuses: z.array(answer({ status_id: internalId(), status_name: z.string() })).optional(),
            ds_lookup_info: answer({
              dslookup_project_id: internalId(),
              dslookup_datastore_id: internalId(),
              dslookup_field_id: internalIdOrNone(),
            }).optional(),
            users_info: answer({ single_select: z.boolean() }).optional(),
            min_value: z.string().optional(),
            max_value: z.string().optional(),
          }),
        ),
      ),
    ),
    errors: { params: { shape: "errorsWithResult" } },
    source: "docs",
  }),
} as const
