import * as z from "zod"
import { addItemLink, updateItemLink } from "../../../../src/inside.ts"
import { row as declared } from "../../declared-row.ts"
import { linkedDatastores } from "../../item-shapes/links.ts"
import { row } from "../../row.ts"
import { body, lazy, nothing, optionalId, queryBoolean, success } from "../../shapes.ts"
import { itemNotFound } from "./items-read.ts"

const PLACE = "/applications/:app-id/datastores/:datastore-id"

/** api.md section 17.3: links between items. */
export const linkRows = {
  getLinkedItems: row({
    method: "get",
    paths: [`${PLACE}/items/links/:item-id`, "/datastores/:datastore-id/items/:item-id/links/:linked-datastore-id"],
    tag: "links",
    summary: "The items an item links to",
    auth: "token",
    query: lazy(() =>
      z.object({
        linked_p_id: optionalId(),
        linked_d_id: optionalId(),
        use_display_id: queryBoolean(),
        include_lookups: queryBoolean(),
        return_number_value: queryBoolean(),
      }),
    ),
    answer: lazy(() => success(linkedDatastores())),
    errors: { params: { shape: "errorsWithResult" }, target: itemNotFound },
    source: "docs",
  }),
  addItemLink: declared(addItemLink, {
    method: "post",
    paths: [`${PLACE}/items/addlink/:item-id`],
    tag: "links",
    wire: { "link.datastore": "link_datastore_id", "link.itemId": "link_item_id" },
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  updateItemLink: declared(updateItemLink, {
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
  deleteItemLink: row({
    method: "delete",
    paths: [`${PLACE}/items/dellink/:item-id`],
    tag: "links",
    summary: "Remove one link, or all links to a datastore",
    auth: "token",
    body: lazy(() => body({ link_datastore_id: z.string(), link_item_id: optionalId() })),
    answer: nothing,
    source: "docs",
  }),
} as const
