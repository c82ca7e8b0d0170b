import { requireItem } from "../../access/items.ts"
import { requireDatastore } from "../../access/places.ts"
import { command, nothing } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { linkEnd, requireLinked } from "../../links/link-ends.ts"
import { addLink } from "../../state/links.ts"
import { itemPlace } from "../places.ts"

/** Links an item to another, one way. A link that exists stays. (api.md section 17.3) */
export const addItemLink = command({
  name: "AddItemLink",
  summary: "Link an item to another",
  input: () => object({ ...itemPlace(), link: linkEnd().describe("The item to link to") }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute(tx, { principal, granted: datastore }, { itemId, link }): void {
    const item = requireItem(tx, principal, datastore, itemId)
    addLink(tx, item, requireLinked(tx, principal, datastore, link))
  },
  answer: nothing,
})
