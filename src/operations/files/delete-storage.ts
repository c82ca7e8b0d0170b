import * as z from "zod"
import { command } from "../../engine/index.ts"
import { removeFile } from "./remove-file.ts"

/**
 * Deletes a file. If an item contains the file, removes it from the item's value, and the item keeps its revision. (api.md section 23)
 */
export const deleteStorage = command({
  name: "DeleteStorage",
  summary: "Deletes a file, and removes it from the item that contains it",
  input: () => ({ fileId: z.string().describe("ID of the file") }),
  execute: (tx, { principal }, { fileId }): void => removeFile(tx, principal, fileId),
})
