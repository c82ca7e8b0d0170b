import { addItemLink, deleteItemLink, getLinkedItems, updateItemLink } from "../../../../../src/operations/list.ts"
import { presentLinkedDatastores } from "../../../presenters/items/linked-items.ts"
import { row } from "../../declared-row.ts"
import { linkedDatastores } from "../../item-shapes/links.ts"
import { lazy, NOTHING, queryBoolean, success } from "../../shapes.ts"

const PLACE = "/applications/:app-id/datastores/:datastore-id"

/** Operations on links between items (api.md section 17.3). */
export const linkRows = {
  /** By default, the first route returns display IDs and the second route internal IDs. `use_display_id` overrides both. */
  getLinkedItems: row(getLinkedItems, `get ${PLACE}/items/links/:item-id`, {
    otherPaths: ["/datastores/:datastore-id/items/:item-id/links/:linked-datastore-id"],
    wire: { onlyApplication: "linked_p_id", onlyDatastore: "linked_d_id", ids: null, bothWays: null },
    wireOnly: () => ({
      use_display_id: queryBoolean().describe(
        "Whether values are keyed by display IDs. Default: true if the path has app-id, else false",
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
  }),
  addItemLink: row(addItemLink, `post ${PLACE}/items/addlink/:item-id`, {
    wire: { "link.datastore": "link_datastore_id", "link.itemId": "link_item_id", onlyUnlinked: null },
    ...NOTHING,
  }),
  updateItemLink: row(updateItemLink, `post ${PLACE}/items/updatelink/:item-id`, {
    wire: {
      "oldLink.datastore": "old_link_datastore_id",
      "oldLink.itemId": "old_link_item_id",
      "newLink.datastore": "new_link_datastore_id",
      "newLink.itemId": "new_link_item_id",
    },
    ...NOTHING,
  }),
  deleteItemLink: row(deleteItemLink, `delete ${PLACE}/items/dellink/:item-id`, {
    wire: { linkDatastore: "link_datastore_id", bothWays: null },
    ...NOTHING,
  }),
} as const
