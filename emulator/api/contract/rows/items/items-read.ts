import * as z from "zod"
import { nameIn } from "../../../../../src/model/index.ts"
import { getItemDetails, getItemSearchConditions, itemList } from "../../../../../src/operations/list.ts"
import { csvReply } from "../../../../wire/index.ts"
import { presentItemDetails } from "../../../presenters/items/item-details.ts"
import { presentCsv, presentItemList } from "../../../presenters/items/item-list.ts"
import { presentChoices } from "../../../presenters/workspace/type-settings.ts"
import { row } from "../../declared-row.ts"
import { detailsByDisplayId, detailsByInternalId } from "../../item-shapes/details.ts"
import { isCsv, itemListOnly, sortingBody, sortsOf } from "../../item-shapes/search.ts"
import { itemListAnswer, searchConditionsAnswer } from "../../item-shapes/search-answers.ts"
import { lazy, queryBoolean } from "../../shapes.ts"

const PLACE = "/applications/:app-id/datastores/:datastore-id"

/** Operations that read items (api.md sections 8 and 17). */
export const itemReadRows = {
  getItemDetails: row(getItemDetails, `get ${PLACE}/items/details/:item-id`, {
    otherPaths: ["/datastores/:datastore-id/items/:item-id"],
    wire: { ids: null },
    wireOnly: () => ({
      format: z.string().describe("map: the response is keyed by display IDs, as with use_display_id").optional(),
      use_display_id: queryBoolean().describe("Whether the response is keyed by display IDs. Default: false"),
    }),
    toInput: ({ wire }) => ({
      ids: wire.format === "map" || wire.use_display_id === true ? ("display" as const) : ("internal" as const),
    }),
    answer: lazy(() => z.union([detailsByInternalId(), detailsByDisplayId()])),
    present: presentItemDetails,
    source: "seed",
  }),
  itemList: row(itemList, `post ${PLACE}/items/search`, {
    schemaName: "ItemListBody",
    wire: { ids: null, sortFields: null, exactMatchesAny: null },
    wireOnly: () => ({ ...sortingBody(), ...itemListOnly() }),
    toInput: ({ wire }) => ({
      ids: wire.use_display_id === false ? ("internal" as const) : ("display" as const),
      sortFields: sortsOf(wire),
    }),
    answer: { kind: "csv", json: itemListAnswer },
    planOf: ({ plan }) => plan,
    present: (list, { wire }) =>
      isCsv(wire.format)
        ? csvReply(() => presentCsv(list))
        : presentItemList(list, { fields: wire.include_fields_data === true }),
  }),
  getItemSearchConditions: row(getItemSearchConditions, `get ${PLACE}/items/conditions`, {
    answer: searchConditionsAnswer,
    present: ({ datastore, fields, lang }) => ({
      has_error: false as const,
      result: fields.map((field) => ({
        f_id: field.fId,
        name: nameIn(field.name, lang),
        display_id: field.displayId,
        data_type: field.dataType,
        order: field.fieldIndex,
        ...presentChoices(datastore, field, lang),
        min_value: field.minValue || undefined,
        max_value: field.maxValue || undefined,
      })),
    }),
  }),
} as const
