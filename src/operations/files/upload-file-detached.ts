import { command } from "../../engine/index.ts"
import { storeFile, uploadedFile } from "../../items/index.ts"
import type { FileId } from "../../model/index.ts"

const NO_PLACE = { pId: null, dId: null, fId: null, iId: null }

export interface UploadedFileAnswer {
  /** ID of the file. A write puts it into the value of a file field. */
  readonly fileId: FileId
}

/** Stores a file without an item. The file belongs to the first item in the workspace whose value contains it. (api.md section 19) */
export const uploadFileDetached = command({
  name: "UploadFileDetached",
  summary: "Stores a file that a later write can attach to an item",
  input: () => ({ file: uploadedFile().describe("The file to store") }),
  execute: (tx, { principal, engine }, { file }): UploadedFileAnswer => ({
    fileId: storeFile(tx, principal, engine.ports.blobs, file, NO_PLACE),
  }),
})
