import { requireItem } from "../../access/items.ts"
import { requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import { type PlacedLink, requireLinked } from "../../links/link-ends.ts"
import { addLink } from "../../links/links.ts"

/** AddItemLink (api.md section 17.3): item → linked item, one way; a link that is there already stays. */
export const addItemLink = command("AddItemLink", {
  enter: requireDatastore,
  run(tx, { actor, found: datastore }, { itemId, link }: PlacedLink): void {
    const item = requireItem(tx, actor, datastore, itemId)
    addLink(tx, item, requireLinked(tx, actor, datastore, link))
  },
})
