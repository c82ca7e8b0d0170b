import { requireDatastore, requireItem } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { linkEnd, requireLinked, requireMayUpdate } from "../../items/index.ts"
import { optionalBoolean } from "../../model/input/index.ts"
import { addLink, isLinked } from "../../state/index.ts"
import { itemPlace } from "../places.ts"

/** Adds a one-way link from an item to another item. Does nothing if the link exists. (api.md section 17.3) */
export const addItemLink = command({
  name: "AddItemLink",
  summary: "Links an item to another item",
  input: () => ({
    ...itemPlace(),
    link: linkEnd().describe("The item to link to"),
    onlyUnlinked: optionalBoolean("True: does nothing if a link of any type exists in this direction. Default false"),
  }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  execute(tx, { principal, granted: datastore }, { itemId, link, onlyUnlinked }): void {
    const item = requireItem(tx, principal, datastore, itemId)
    requireMayUpdate(tx, principal, datastore, item)
    const target = requireLinked(tx, principal, datastore, link)
    if (onlyUnlinked !== true || !isLinked(tx, item.iId, target.iId)) addLink(tx, item, target)
  },
})
