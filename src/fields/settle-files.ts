import type { FId, FileId } from "../model/index.ts"
import type { FileRecord, Item } from "../model/records/index.ts"
import { itemsTable, type Tx, type View } from "../state/index.ts"
import { fieldPlanOf } from "./field-plan.ts"

/**
 * Attaches the files in an item's values to the item, and deletes its files that the values no longer contain (model.md section 18).
 * `before` is null for a new item, `after` for a deleted item. Must be called after the item was written or removed.
 */
export const settleFiles = (tx: Tx, before: Item | null, after: Item | null): void =>
  dropUnnamed(tx, attachNamed(tx, before, after))

/** Attaches files like `settleFiles`, but returns the files that are no longer used instead of deleting them. */
export function attachNamed(tx: Tx, before: Item | null, after: Item | null): readonly FileId[] {
  const item = after ?? before
  if (item === null || (before !== null && before.values === after?.values)) return []
  const fields = fieldPlanOf(tx.expect("datastores", item.dId)).files
  const namedIn = (of: Item | null, fId: FId) => (of?.values[fId] ?? []) as readonly FileId[]
  const named = new Set(fields.flatMap((fId) => namedIn(after, fId)))
  const released: FileId[] = []
  for (const fId of fields) {
    const old = namedIn(before, fId)
    const now = namedIn(after, fId)
    if (old === now) continue
    if (after !== null) attachFiles(tx, after, fId, now)
    released.push(...old.filter((fileId) => !named.has(fileId)))
  }
  return released
}

export function dropUnnamed(tx: Tx, fileIds: readonly FileId[]): void {
  for (const fileId of fileIds) {
    const file = tx.get("files", fileId)
    if (file === undefined || file.deleted || isNamed(tx, file)) continue
    tx.patch("files", fileId, { deleted: true, updatedAt: tx.now })
  }
}

function isNamed(view: View, { dId, fId, iId, fileId }: FileRecord): boolean {
  if (dId === null || fId === null || iId === null) return false
  const named = view.get(itemsTable(dId), iId)?.values[fId]
  return Array.isArray(named) && named.includes(fileId)
}

/** Attaches uploaded files, and files from the item's other fields, to the given field of the item. */
function attachFiles(tx: Tx, item: Item, fId: FId, fileIds: readonly FileId[]): void {
  for (const fileId of fileIds) {
    const file = tx.expect("files", fileId)
    if (!file.temporary && file.fId === fId) continue
    const { pId } = tx.expect("datastores", item.dId)
    const { iId, dId } = item
    tx.patch("files", fileId, { temporary: false, pId, dId, fId, iId, updatedAt: tx.now })
  }
}
