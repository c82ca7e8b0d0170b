import { type Actor, findVisibleFile } from "../../access/index.ts"
import { removeFromValue, requireMayUpdate } from "../../items/index.ts"
import { targetNotFound } from "../../model/index.ts"
import type { Item } from "../../model/records/index.ts"
import { itemsTable, type Tx } from "../../state/index.ts"

type Changes = (tx: Tx, actor: Actor, item: Item) => Partial<Item>

/** Returns the changes of an item whose value loses a file: the next revision, by the actor. */
export const nextRevision: Changes = (tx, actor, { revNo }) => ({
  revNo: revNo + 1,
  updatedAt: tx.now,
  updatedBy: actor.uId,
})

/**
 * Deletes a file that the actor may read, and removes it from the value of its item. `changes` returns further changes of
 * that item. An upload that no item contains yet is only deleted.
 */
export function removeFile(tx: Tx, actor: Actor, fileId: string, changes: Changes = () => ({})): void {
  const file = findVisibleFile(tx, actor, fileId)
  if (file === undefined) throw targetNotFound(`file not found: ${fileId}`)
  const { dId, iId, fId } = file
  if (file.temporary || dId === null || iId === null || fId === null) {
    tx.patch("files", fileId, { deleted: true, updatedAt: tx.now })
    return
  }
  const item = tx.expect(itemsTable(dId), iId)
  requireMayUpdate(tx, actor, tx.expect("datastores", dId), item)
  removeFromValue(tx, item, fId, file.fileId, changes(tx, actor, item))
}
