import * as z from "zod"
import { command } from "../../engine/index.ts"
import { nextRevision, removeFile } from "./remove-file.ts"

/**
 * Deletes a file. If an item contains the file, removes it from the item's value, which updates the item, as DeleteFile does. (api.md
 * section 19)
 */
export const deleteFileByFileID = command({
  name: "DeleteFileByFileID",
  summary: "Deletes a file, and removes it from the item that contains it, without the item's ID",
  input: () => ({ fileId: z.string().describe("ID of the file") }),
  execute: (tx, { principal }, { fileId }): void => removeFile(tx, principal, fileId, nextRevision),
})
