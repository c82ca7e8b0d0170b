import * as z from "zod"
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
  addItemLink: row({
    method: "post",
    paths: [`${PLACE}/items/addlink/:item-id`],
    tag: "links",
    summary: "Link an item to another",
    auth: "token",
    body: lazy(() => body({ link_datastore_id: z.string(), link_item_id: z.string() })),
    answer: nothing,
    source: "docs",
  }),
  updateItemLink: row({
    method: "post",
    paths: [`${PLACE}/items/updatelink/:item-id`],
    tag: "links",
    summary: "Replace one link of an item by another",
    auth: "token",
    body: lazy(() =>
      body({
        old_link_datastore_id: z.string(),
        old_link_item_id: z.string(),
        new_link_datastore_id: z.string(),
        new_link_item_id: z.string(),
      }),
    ),
    answer: nothing,
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
