import { requireWritableDatastore } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { removeDatastore } from "../../items/index.ts"
import { anyDatastore } from "../places.ts"

/**
 * Deletes a datastore with its items, saved lists, auto actions and reports. Lookup fields of other datastores into it remain, but lose
 * their values and target. (api.md section 23)
 */
export const deleteDatastore = command({
  name: "DeleteDatastore",
  summary: "Deletes a datastore with everything in it",
  input: anyDatastore,
  place: ["application", "datastore"],
  authorize: requireWritableDatastore,
  execute(tx, { principal, granted: datastore }): void {
    removeDatastore(tx, datastore, principal.uId)
  },
})
