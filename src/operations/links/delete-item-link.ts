import { requireItem } from "../../access/items.ts"
import { seesItem } from "../../access/may.ts"
import { requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import { targetNotFound } from "../../error.ts"
import { type LinkingItem, requireLinkedDatastore } from "../../links/link-ends.ts"
import { linkedItems, linksFrom, removeLink } from "../../links/links.ts"

export interface DeleteItemLink extends LinkingItem {
  /** Internal or display ID of the datastore linked to. */
  readonly linkDatastore: string
  /** Absent: every link to a visible item of that datastore. */
  readonly linkItemId?: string | undefined
}

/** DeleteItemLink (api.md section 17.3). Links that a lookup field keeps end with its value, not here. */
export const deleteItemLink = command("DeleteItemLink", {
  enter: requireDatastore,
  run(tx, { actor, found: datastore }, { itemId, linkDatastore, linkItemId }: DeleteItemLink): void {
    const item = requireItem(tx, actor, datastore, itemId)
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
})
