import * as z from "zod"
import { findVisibleItem } from "../../access/items.ts"
import { findField } from "../../access/places.ts"
import { command, nothing } from "../../engine/operation.ts"
import { targetNotFound } from "../../model/error.ts"
import { kindOf } from "../../fields/types/registry.ts"
import { findVisibleFile } from "../../access/find-file.ts"
import type { FileId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import { settleFiles } from "../../fields/settle-files.ts"
import { itemsTable } from "../../state/tables.ts"

/**
 * Takes a file from an item's value, which counts as an update of the item, and deletes it. Also deletes an upload of the caller's own for
 * that field that the item does not name yet. (api.md section 19)
 */
export const deleteFile = command({
  name: "DeleteFile",
  summary: "Take a file from an item and delete it",
  input: () =>
    object({
      itemId: z.string().describe("ID of the item"),
      field: z.string().describe("The field of the file, by display ID or f_id"),
      fileId: z.string().describe("ID of the file"),
    }),
  execute(tx, { principal: actor }, { itemId: iId, field: reference, fileId }): void {
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
  answer: nothing,
})
