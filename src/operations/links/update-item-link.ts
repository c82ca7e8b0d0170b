import { requireItem } from "../../access/items.ts"
import { requireDatastore } from "../../access/places.ts"
import { command, nothing } from "../../engine/operation.ts"
import { targetNotFound } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import { linkEnd, requireLinked } from "../../links/link-ends.ts"
import { addLink, removeLink } from "../../state/links.ts"
import { itemPlace } from "../places.ts"

/** Replaces one link of an item by another. (api.md section 17.3) */
export const updateItemLink = command({
  name: "UpdateItemLink",
  summary: "Replace one link of an item by another",
  input: () =>
    object({
      ...itemPlace(),
      oldLink: linkEnd().describe("The item that is linked now"),
      newLink: linkEnd().describe("The item to link instead"),
    }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute(tx, { principal, granted: datastore }, { itemId, oldLink, newLink }): void {
    const item = requireItem(tx, principal, datastore, itemId)
    const old = requireLinked(tx, principal, datastore, oldLink)
    const now = requireLinked(tx, principal, datastore, newLink)
    if (!removeLink(tx, item.iId, old.iId)) throw targetNotFound(`link not found: ${item.iId} ${old.iId}`)
    addLink(tx, item, now)
  },
  answer: nothing,
})
