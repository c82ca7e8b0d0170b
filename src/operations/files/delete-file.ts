import * as z from "zod"
import { findField, findVisibleFile, findVisibleItem } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { fieldTypeOf } from "../../fields/index.ts"
import { removeFromValue, requireMayUpdate } from "../../items/index.ts"
import { type FileId, targetNotFound } from "../../model/index.ts"
import { nextRevision } from "./remove-file.ts"

/**
 * Removes a file from an item's value, which updates the item, and deletes the file. A file that the caller uploaded and that no item
 * contains yet is only deleted. (api.md section 19)
 */
export const deleteFile = command({
  name: "DeleteFile",
  summary: "Removes a file from an item and deletes the file",
  input: () => ({
    itemId: z.string().describe("ID of the item"),
    field: z.string().describe("The field of the file, by display ID or f_id"),
    fileId: z.string().describe("ID of the file"),
  }),
  execute(tx, { principal: actor }, { itemId: iId, field: reference, fileId }): void {
    const notFound = () => targetNotFound(`file not found: ${fileId}`)
    const file = findVisibleFile(tx, actor, fileId)
    if (file === undefined || file.dId === null) throw notFound()
    const datastore = tx.expect("datastores", file.dId)
    const field = findField(datastore, reference)
    if (field === undefined) throw notFound()
    if (file.temporary) {
      if (file.iId !== iId || file.fId !== field.fId) throw notFound()
      tx.patch("files", fileId, { deleted: true, updatedAt: tx.now })
      return
    }
    const item = findVisibleItem(tx, actor, datastore, iId)
    const named = (item?.values[field.fId] ?? []) as readonly FileId[]
    const holdsFiles = fieldTypeOf(field).names?.what === "files"
    if (item === undefined || !holdsFiles || !named.includes(file.fileId)) throw notFound()
    requireMayUpdate(tx, actor, datastore, item)
    removeFromValue(tx, item, field.fId, file.fileId, nextRevision(tx, actor, item))
  },
})
