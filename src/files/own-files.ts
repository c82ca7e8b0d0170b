import type { FId, FileId, IId } from "../model/ids.ts"
import type { Tx } from "../state/tx.ts"

/** The files that the fields of an item name after a write. */
export type NamedFiles = ReadonlyMap<FId, readonly FileId[]>

/**
 * The files that an item keeps for those a write names. A file belongs to one field of one item, so a file of another item, or one
 * that two fields name, is copied: the same bytes under an ID of its own. What moved from one field to another stays the file it
 * was, and uploads that no item names yet are taken as they are.
 */
export function ownFiles(tx: Tx, iId: IId, named: NamedFiles): NamedFiles {
  const keepers = keepersOf(tx, iId, named)
  const kept = new Map<FId, readonly FileId[]>()
  for (const [fId, fileIds] of named) {
    const isOwn = (fileId: FileId): boolean => keepers.get(fileId) === fId
    kept.set(
      fId,
      fileIds.every(isOwn)
        ? fileIds
        : Object.freeze(fileIds.map((fileId) => (isOwn(fileId) ? fileId : copyOf(tx, fileId)))),
    )
  }
  return kept
}

/** Which field keeps a file that the item may keep: the one it belongs to, else the first that names it. */
function keepersOf(tx: Tx, iId: IId, named: NamedFiles): Map<FileId, FId> {
  const keepers = new Map<FileId, FId>()
  for (const [fId, fileIds] of named) {
    for (const fileId of fileIds) {
      const file = tx.expect("files", fileId)
      if (!file.temporary && file.iId !== iId) continue
      if (file.fId === fId || !keepers.has(fileId)) keepers.set(fileId, fId)
    }
  }
  return keepers
}

function copyOf(tx: Tx, fileId: FileId): FileId {
  const { now } = tx
  const copy = { ...tx.expect("files", fileId), fileId: tx.newId<"file_id">(), createdAt: now, updatedAt: now }
  return tx.put("files", { ...copy, temporary: true }).fileId
}
