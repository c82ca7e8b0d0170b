import type { FileId, IId } from "../ids.ts"
import type { Tx } from "../state/tx.ts"

/**
 * The files under which an item keeps what a write names: a file belongs to one item only, so one of another item is kept as a
 * copy, with an ID of its own and the same bytes. Uploads that wait to be named stay what they are.
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
