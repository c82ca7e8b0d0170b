import { requireItem } from "../../access/items.ts"
import { requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import { targetNotFound } from "../../error.ts"
import { type LinkEnd, type LinkingItem, requireLinked } from "../../links/link-ends.ts"
import { addLink, removeLink } from "../../links/links.ts"

export interface UpdateItemLink extends LinkingItem {
  /** The item that is linked now. */
  readonly oldLink: LinkEnd
  /** The item to link instead. */
  readonly newLink: LinkEnd
}

/** UpdateItemLink (api.md section 17.3): one link gives way to another. */
export const updateItemLink = command("UpdateItemLink", {
  enter: requireDatastore,
  run(tx, { actor, found: datastore }, { itemId, oldLink, newLink }: UpdateItemLink): void {
    const item = requireItem(tx, actor, datastore, itemId)
    const old = requireLinked(tx, actor, datastore, oldLink)
    const now = requireLinked(tx, actor, datastore, newLink)
    if (!removeLink(tx, item.iId, old.iId)) throw targetNotFound(`link not found: ${item.iId} ${old.iId}`)
    addLink(tx, item, now)
  },
})
