import { requireDatastore, requireItem } from "../../access/index.ts"
import { command, nothing } from "../../engine/index.ts"
import { linkEnd, requireLinked, requireMayUpdate } from "../../items/index.ts"
import { object } from "../../model/input/index.ts"
import { addLink } from "../../state/index.ts"
import { itemPlace } from "../places.ts"

/** Adds a one-way link from an item to another item. Does nothing if the link exists. (api.md section 17.3) */
export const addItemLink = command({
  name: "AddItemLink",
  summary: "Links an item to another item",
  input: () => object({ ...itemPlace(), link: linkEnd().describe("The item to link to") }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute(tx, { principal, granted: datastore }, { itemId, link }): void {
    const item = requireItem(tx, principal, datastore, itemId)
    requireMayUpdate(tx, principal, datastore, item)
    addLink(tx, item, requireLinked(tx, principal, datastore, link))
  },
  answer: nothing,
})
