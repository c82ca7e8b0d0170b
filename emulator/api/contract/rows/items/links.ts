import { addItemLink, deleteItemLink, getLinkedItems, updateItemLink } from "../../../../../src/inside.ts"
import { presentLinkedDatastores } from "../../../presenters/items/linked-items.ts"
import { row } from "../../declared-row.ts"
import { linkedDatastores } from "../../../../contract/item-shapes/links.ts"
import { lazy, nothing, queryBoolean, success } from "../../../../contract/shapes.ts"

const PLACE = "/applications/:app-id/datastores/:datastore-id"

/** api.md section 17.3: links between items. */
export const linkRows = {
  /** The route with the application answers in display IDs, the other one in internal IDs, unless `use_display_id` says otherwise. */
  getLinkedItems: row(getLinkedItems, {
    method: "get",
    paths: [`${PLACE}/items/links/:item-id`, "/datastores/:datastore-id/items/:item-id/links/:linked-datastore-id"],
    tag: "links",
    wire: { onlyApplication: "linked_p_id", onlyDatastore: "linked_d_id", ids: null },
    wireOnly: () => ({
      use_display_id: queryBoolean().describe(
        "Whether values are keyed by display IDs. Default: true where the path has app-id, else false",
      ),
    }),
    toInput: ({ wire, params }) => ({
      ids: (wire.use_display_id ?? params["app-id"] !== undefined) ? ("display" as const) : ("internal" as const),
    }),
    answer: lazy(() => success(linkedDatastores())),
    present: ({ linked, ids, lang }) => ({
      has_error: false as const,
      result: presentLinkedDatastores(linked, ids, lang),
    }),
    source: "docs",
  }),
  addItemLink: row(addItemLink, {
    method: "post",
    paths: [`${PLACE}/items/addlink/:item-id`],
    tag: "links",
    wire: { "link.datastore": "link_datastore_id", "link.itemId": "link_item_id" },
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  updateItemLink: row(updateItemLink, {
    method: "post",
    paths: [`${PLACE}/items/updatelink/:item-id`],
    tag: "links",
    wire: {
      "oldLink.datastore": "old_link_datastore_id",
      "oldLink.itemId": "old_link_item_id",
      "newLink.datastore": "new_link_datastore_id",
      "newLink.itemId": "new_link_item_id",
    },
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  deleteItemLink: row(deleteItemLink, {
    method: "delete",
    paths: [`${PLACE}/items/dellink/:item-id`],
    tag: "links",
    wire: { linkDatastore: "link_datastore_id" },
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
} as const
