import { settleFiles } from "../../fields/index.ts"
import type { IId } from "../../model/index.ts"
import { type Author, type Item, linkKey } from "../../model/records/index.ts"
import { itemsTable, linksFrom, linksTo, type Tx, type View } from "../../state/index.ts"

/**
 * Deletes an item and everything that depends on it. The item's ID is never used again (model.md section 7). Items whose lookup refers to
 * the deleted item keep their revision.
 */
export function removeItem(tx: Tx, item: Item, by: Author): void {
  const { iId, dId } = item
  clearLookups(tx, iId)
  for (const link of [...linksFrom(tx, iId), ...linksTo(tx, iId)]) tx.remove("links", linkKey(link))
  tx.remove(itemsTable(dId), iId)
  settleFiles(tx, item, null)
  for (const historyId of tx.ids("historiesByItem", iId)) tx.remove("histories", historyId)
  for (const mark of tx.ids("readMarksByItem", iId)) tx.remove("readMarks", mark)
  for (const fileId of tx.ids("filesByItem", iId)) {
    if (!tx.expect("files", fileId).deleted) tx.patch("files", fileId, { deleted: true, updatedAt: tx.now })
  }
  tx.put("deletedItems", { iId, dId, deletedAt: tx.now, deletedBy: by })
}

function clearLookups(tx: Tx, target: IId): void {
  for (const link of linksTo(tx, target)) {
    if (link.type !== "lookup" || link.isReverse || link.fId === null) continue
    const table = itemsTable(link.fromDId)
    const from = tx.get(table, link.fromIId)
    if (from === undefined || from.values[link.fId] !== target) continue
    const { [link.fId]: _, ...values } = from.values
    tx.patch(table, link.fromIId, { values: Object.freeze(values) })
  }
}

/** Returns whether an existing or deleted item has this ID. */
export function isTaken(view: View, iId: string): boolean {
  if (view.get("deletedItems", iId) !== undefined) return true
  return view.all("datastores").some(({ dId }) => view.get(itemsTable(dId), iId) !== undefined)
}
