import type { FileId, IId } from "../ids.ts"
import type { Tx } from "../state/tx.ts"

/**
 * The files that an item keeps for those a write names. A file belongs to one item, so a file of another item is copied: the
 * same bytes under an ID of its own. Uploads that no item names yet are taken as they are.
 */
export function ownFiles(tx: Tx, iId: IId, fileIds: readonly FileId[]): readonly FileId[] {
  const isOwn = (fileId: FileId): boolean => {
    const { temporary, iId: owner } = tx.expect("files", fileId)
    return temporary || owner === iId
  }
  if (fileIds.every(isOwn)) return fileIds
  return Object.freeze(fileIds.map((fileId) => (isOwn(fileId) ? fileId : copyOf(tx, fileId))))
}

function copyOf(tx: Tx, fileId: FileId): FileId {
  const { now } = tx
  const copy = { ...tx.expect("files", fileId), fileId: tx.newId<"file_id">(), createdAt: now, updatedAt: now }
  return tx.put("files", { ...copy, temporary: true }).fileId
}
