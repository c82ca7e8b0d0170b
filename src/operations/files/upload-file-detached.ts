import { command } from "../../engine/operation.ts"
import { storeFile, uploadedFile } from "../../files/store-file.ts"
import type { FileId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"

const NOWHERE = { pId: null, dId: null, fId: null, iId: null }

/** A file that was uploaded. */
export interface UploadedFileAnswer {
  /** What items name it by. */
  readonly fileId: FileId
}

/** Stores a file for whatever item of the workspace names it first. (api.md section 19) */
export const uploadFileDetached = command({
  name: "UploadFileDetached",
  summary: "Store a file that an item write may name later",
  input: () => object({ file: uploadedFile().describe("The file to store") }),
  execute: (tx, { principal, engine }, { file }): UploadedFileAnswer => ({
    fileId: storeFile(tx, principal, engine.ports.blobs, file, NOWHERE),
  }),
})
