import { findVisibleItem } from "../../access/items.ts"
import { findField } from "../../access/places.ts"
import { anybody, command } from "../../engine/use-case.ts"
import { targetNotFound } from "../../error.ts"
import { kindOf } from "../../fields/kinds/registry.ts"
import { findVisibleFile } from "../../files/find-file.ts"
import type { FileId } from "../../ids.ts"
import { settleFiles } from "../../items/writing/settle-files.ts"
import { itemsTable } from "../../state/tables.ts"

export interface DeleteFile {
  readonly itemId: string
  readonly field: string
  readonly fileId: string
}

/**
 * DeleteFile (api.md section 19): takes a file from an item's value, which counts as an update of the item, and deletes it.
 * Also an upload of the caller's own for that field that the item does not name yet.
 */
export const deleteFile = command("DeleteFile", {
  enter: anybody,
  run(tx, { actor }, { itemId: iId, field: reference, fileId }: DeleteFile): void {
    const notFound = () => targetNotFound(`file not found: ${fileId}`)
    const file = findVisibleFile(tx, actor, fileId)
    if (file === undefined || file.dId === null) throw notFound()
    const field = findField(tx.expect("datastores", file.dId), reference)
    if (field === undefined) throw notFound()
    if (file.temporary) {
      if (file.iId !== iId || file.fId !== field.fId) throw notFound()
      tx.patch("files", fileId, { deleted: true, updatedAt: tx.now })
      return
    }
    const item = findVisibleItem(tx, actor, tx.expect("datastores", file.dId), iId)
    const named = (item?.values[field.fId] ?? []) as readonly FileId[]
    const holdsFiles = kindOf(field).names?.what === "files"
    if (item === undefined || !holdsFiles || !named.includes(file.fileId)) throw notFound()
    const { [field.fId]: _, ...others } = item.values
    const left = named.filter((one) => one !== file.fileId)
    const values = left.length === 0 ? others : { ...others, [field.fId]: Object.freeze(left) }
    const after = tx.patch(itemsTable(item.dId), iId, {
      values: Object.freeze(values),
      revNo: item.revNo + 1,
      updatedAt: tx.now,
      updatedBy: actor.uId,
    })
    settleFiles(tx, item, after)
  },
})
