import { requireDatastore, requireItem } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { linkEnd, requireLinked, requireMayUpdate } from "../../items/index.ts"
import { targetNotFound } from "../../model/index.ts"
import { addLink, removeLink } from "../../state/index.ts"
import { itemPlace } from "../places.ts"

/** Replaces one of an item's links with a link to another item. (api.md section 17.3) */
export const updateItemLink = command({
  name: "UpdateItemLink",
  summary: "Replaces a link of an item with another link",
  input: () => ({
    ...itemPlace(),
    oldLink: linkEnd().describe("The item that is linked now"),
    newLink: linkEnd().describe("The item to link instead"),
  }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute(tx, { principal, granted: datastore }, { itemId, oldLink, newLink }): void {
    const item = requireItem(tx, principal, datastore, itemId)
    requireMayUpdate(tx, principal, datastore, item)
    const old = requireLinked(tx, principal, datastore, oldLink)
    const now = requireLinked(tx, principal, datastore, newLink)
    if (!removeLink(tx, item.iId, old.iId)) throw targetNotFound(`link not found: ${item.iId} ${old.iId}`)
    addLink(tx, item, now)
  },
})
