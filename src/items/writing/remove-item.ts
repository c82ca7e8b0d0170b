import type { IId } from "../../model/ids.ts"
import { linksFrom, linksTo } from "../../state/links.ts"
import type { Author, Item } from "../../model/records/item.ts"
import { linkKey } from "../../model/records/link.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"
import { settleFiles } from "../../fields/settle-files.ts"

/**
 * Deletes an item and everything that depends on it: links from and to it, lookup values that name it, its histories and
 * read marks, its files. Its ID stays taken (model.md section 7). Items that looked it up keep their revision.
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

/** Whether an ID belongs to an item of the world, a deleted one included. */
export function isTaken(view: View, iId: string): boolean {
  if (view.get("deletedItems", iId) !== undefined) return true
  return view
    .table("datastores")
    .toArray()
    .some(({ dId }) => view.get(itemsTable(dId), iId) !== undefined)
}
