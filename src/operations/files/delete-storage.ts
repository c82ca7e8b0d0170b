import * as z from "zod"
import { findVisibleFile } from "../../access/index.ts"
import { command, nothing } from "../../engine/index.ts"
import { removeFromValue, requireMayUpdate } from "../../items/index.ts"
import { targetNotFound } from "../../model/index.ts"
import { object } from "../../model/input/index.ts"
import { itemsTable } from "../../state/index.ts"

/**
 * Deletes a file. If an item contains the file, removes it from the item's value, and the item keeps its revision. (api.md section 23)
 */
export const deleteStorage = command({
  name: "DeleteStorage",
  summary: "Deletes a file, and removes it from the item that contains it",
  input: () => object({ fileId: z.string().describe("ID of the file") }),
  execute(tx, { principal: actor }, { fileId }): void {
    const file = findVisibleFile(tx, actor, fileId)
    if (file === undefined) throw targetNotFound(`file not found: ${fileId}`)
    const { dId, iId, fId } = file
    if (file.temporary || dId === null || iId === null || fId === null) {
      tx.patch("files", fileId, { deleted: true, updatedAt: tx.now })
      return
    }
    const item = tx.expect(itemsTable(dId), iId)
    requireMayUpdate(tx, actor, tx.expect("datastores", dId), item)
    removeFromValue(tx, item, fId, file.fileId)
  },
  answer: nothing,
})
