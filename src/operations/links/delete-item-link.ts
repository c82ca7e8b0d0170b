import * as z from "zod"
import { requireDatastore, requireItem, seesItem } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { requireLinkedDatastore, requireMayUpdate } from "../../items/index.ts"
import { targetNotFound } from "../../model/index.ts"
import { optionalBoolean, optionalId } from "../../model/input/index.ts"
import { linkedItems, linksFrom, listLinksOf, removeLink } from "../../state/index.ts"
import { itemPlace } from "../places.ts"

/**
 * Removes an item's link to another item, or all its links to a datastore. Links of lookup fields stay; only a write of the field removes
 * them. With `bothWays`, also removes the links in the opposite direction, and accepts items that only a lookup field links. (api.md
 * section 17.3)
 */
export const deleteItemLink = command({
  name: "DeleteItemLink",
  summary: "Removes one link of an item, or all its links to a datastore",
  input: () => ({
    ...itemPlace(),
    linkDatastore: z.string().describe("Datastore of the linked item, by display or internal ID"),
    linkItemId: optionalId().describe("The linked item, by i_id; absent: every visible item of that datastore"),
    bothWays: optionalBoolean(
      "True: also removes the links in the opposite direction, and does nothing if only lookup fields link the items. Default false",
    ),
  }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute(tx, { principal: actor, granted: datastore }, input): void {
    const { itemId, linkDatastore, linkItemId, bothWays = false } = input
    const item = requireItem(tx, actor, datastore, itemId)
    requireMayUpdate(tx, actor, datastore, item)
    const linked = requireLinkedDatastore(tx, actor, datastore, linkDatastore)
    const links = bothWays ? listLinksOf(tx, item.iId) : linksFrom(tx, item.iId)
    const targets = linkedItems(tx, item.iId, links).filter(
      (target) =>
        target.dId === linked.dId && seesItem(actor, target) && (linkItemId === undefined || target.iId === linkItemId),
    )
    const removed = targets.filter((target) => {
      const isRemoved = removeLink(tx, item.iId, target.iId)
      return (bothWays && removeLink(tx, target.iId, item.iId)) || isRemoved
    })
    if (removed.length === 0 && !(bothWays && targets.length > 0)) {
      throw targetNotFound(`item links not found for {${datastore.dId} ${item.iId} ${linked.dId} ${linkItemId ?? ""} }`)
    }
  },
})
