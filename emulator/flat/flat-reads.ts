import type { WireClient } from "../wire-client.ts"
import { asId, readHistory, type WireDetails } from "./natural-answers.ts"
import type { ItemReader } from "./read-items.ts"
import type { OfferedAction } from "./seen/seen-answers.ts"
import { listingBody, renamed } from "./wire-words.ts"
import type { FlatOperations } from "./words.ts"

type ReadName =
  | "getItemDetails"
  | "itemList"
  | "getLinkedItems"
  | "addItemLink"
  | "updateItemLink"
  | "deleteItemLink"
  | "getItemHistories"
  | "postItemComment"
  | "updateItemComment"
  | "deleteItemComment"

/** In the order of the answer: those of the status, then those of any. */
function offeredActions(details: WireDetails): OfferedAction[] {
  const { status_actions, status_action_order, item_actions, item_action_order } = details
  return [
    ...status_action_order.flatMap((name) => status_actions[name] ?? []),
    ...item_action_order.flatMap((name) => item_actions[name] ?? []),
  ].map(({ a_id, action_id, action_name, crud_type, display_order }) => ({
    aId: asId(a_id),
    displayId: action_id,
    name: action_name,
    crudType: crud_type,
    displayOrder: display_order,
  }))
}

const isFilled = (members: object): boolean => Object.keys(members).length > 0

/** Reading items, and what hangs on them, in flat words (api.md sections 8, 17 and 20). */
export function flatReads(api: WireClient, items: ItemReader): Pick<FlatOperations, ReadName> {
  const linkPlace = (input: { readonly application: string; readonly datastore: string; readonly itemId: string }) => ({
    "app-id": input.application,
    "datastore-id": input.datastore,
    "item-id": input.itemId,
  })

  const reads: Pick<FlatOperations, ReadName> = {
    async getItemDetails({ application, datastore, itemId, includeLookups, includeLinkedItems }) {
      const place = { application, datastore }
      const read = await items.read(place, itemId)
      const lookupItems = includeLookups === true ? await items.lookedUp(read) : {}
      return {
        ...read.item,
        actions: offeredActions(read.details),
        ...(isFilled(lookupItems) ? { lookupItems } : {}),
        ...(includeLinkedItems === true ? await reads.getLinkedItems({ ...place, itemId }) : {}),
      }
    },

    async itemList({ application, datastore, ids: _, ...listing }) {
      const page = await api.itemList({
        params: await items.params({ application, datastore }),
        body: {
          ...listingBody(listing),
          include_lookups: false,
          use_display_id: true,
          return_number_value: true,
        },
      })
      return items.list(page, listing.includeLookups === true)
    },

    async getLinkedItems({ application, datastore, itemId, linkedDatastore, onlyDatastore, onlyApplication }) {
      const query = { linked_p_id: onlyApplication, linked_d_id: onlyDatastore, use_display_id: true }
      const params = { "datastore-id": datastore, "item-id": itemId }
      const { result } = await api.getLinkedItems({
        params:
          linkedDatastore === undefined
            ? { ...params, "app-id": await items.application({ application, datastore }) }
            : { ...params, "linked-datastore-id": linkedDatastore },
        query,
      })
      return { linkedItems: await items.linked(result) }
    },

    async addItemLink({ link, ...item }) {
      const body = { link_datastore_id: link.datastore, link_item_id: link.itemId }
      await api.addItemLink({ params: linkPlace(item), body })
    },

    async updateItemLink({ oldLink, newLink, ...item }) {
      const body = {
        old_link_datastore_id: oldLink.datastore,
        old_link_item_id: oldLink.itemId,
        new_link_datastore_id: newLink.datastore,
        new_link_item_id: newLink.itemId,
      }
      await api.updateItemLink({ params: linkPlace(item), body })
    },

    async deleteItemLink({ linkDatastore, linkItemId, ...item }) {
      const body = { link_datastore_id: linkDatastore, link_item_id: linkItemId }
      await api.deleteItemLink({ params: linkPlace(item), body })
    },

    async getItemHistories({ application, datastore, itemId, excludeActions, excludeComments, ...window }) {
      const { unread, histories } = await api.getItemHistories({
        params: { ...(await items.params({ application, datastore })), "item-id": itemId },
        query: {
          ...renamed(window),
          exclude_action_history: excludeActions,
          exclude_comment_history: excludeComments,
        },
      })
      return { unread, histories: histories.map((one) => readHistory(one, itemId)) }
    },

    async postItemComment({ comment, ...item }) {
      await api.postItemComment({ params: linkPlace(item), body: { comment } })
    },

    async updateItemComment({ comment, historyId, ...item }) {
      await api.updateItemComment({ params: { ...linkPlace(item), "history-id": historyId }, body: { comment } })
    },

    async deleteItemComment({ historyId, ...item }) {
      await api.deleteItemComment({ params: { ...linkPlace(item), "history-id": historyId } })
    },
  }
  return reads
}
