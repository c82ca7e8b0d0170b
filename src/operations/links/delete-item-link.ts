import * as z from "zod"
import { requireDatastore, requireItem, seesItem } from "../../access/index.ts"
import { command, nothing } from "../../engine/index.ts"
import { requireLinkedDatastore, requireMayUpdate } from "../../items/index.ts"
import { targetNotFound } from "../../model/index.ts"
import { object, optionalId } from "../../model/input/index.ts"
import { linkedItems, linksFrom, removeLink } from "../../state/index.ts"
import { itemPlace } from "../places.ts"

/**
 * Removes an item's link to another item, or all its links to a datastore. Links of lookup fields stay; only a write of the field removes
 * them. (api.md section 17.3)
 */
export const deleteItemLink = command({
  name: "DeleteItemLink",
  summary: "Removes one link of an item, or all its links to a datastore",
  input: () =>
    object({
      ...itemPlace(),
      linkDatastore: z.string().describe("Datastore of the linked item, by display or internal ID"),
      linkItemId: optionalId().describe("The linked item, by i_id; absent: every visible item of that datastore"),
    }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute(tx, { principal: actor, granted: datastore }, { itemId, linkDatastore, linkItemId }): void {
    const item = requireItem(tx, actor, datastore, itemId)
    requireMayUpdate(tx, actor, datastore, item)
    const linked = requireLinkedDatastore(tx, actor, datastore, linkDatastore)
    const targets = linkedItems(tx, linksFrom(tx, item.iId)).filter(
      (target) =>
        target.dId === linked.dId && seesItem(actor, target) && (linkItemId === undefined || target.iId === linkItemId),
    )
    const removed = targets.filter((target) => removeLink(tx, item.iId, target.iId))
    if (removed.length === 0) {
      throw targetNotFound(`item links not found for {${datastore.dId} ${item.iId} ${linked.dId} ${linkItemId ?? ""} }`)
    }
  },
  answer: nothing,
})
