import { fieldPlanOf } from "./field-plan.ts"
import type { FId, FileId } from "../model/ids.ts"
import type { FileRecord } from "../records/file.ts"
import type { Item } from "../model/records/item.ts"
import { itemsTable } from "../state/tables.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"

/**
 * Brings the files in line with an item that was just written (model.md section 18): what a field names now is attached to it, what
 * the item named before and no field of it names any longer is deleted. `before` is null for a new item, `after` for a deleted one.
 * To be called after the item's own record was put or removed.
 */
export const settleFiles = (tx: Tx, before: Item | null, after: Item | null): void =>
  dropUnnamed(tx, attachNamed(tx, before, after))

/** The half of `settleFiles` that deletes nothing: answers what the item names no longer, for a later item of the request to name. */
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

/** Deletes those of the files that their item does not name. */
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

/** The item names these files in a field: uploads that waited for that, and files of another field, belong to it from now on. */
function attachFiles(tx: Tx, item: Item, fId: FId, fileIds: readonly FileId[]): void {
  for (const fileId of fileIds) {
    const file = tx.expect("files", fileId)
    if (!file.temporary && file.fId === fId) continue
    const { pId } = tx.expect("datastores", item.dId)
    const { iId, dId } = item
    tx.patch("files", fileId, { temporary: false, pId, dId, fId, iId, updatedAt: tx.now })
  }
}
