import { anybody, command } from "../../engine/use-case.ts"
import { storeFile, type UploadedFile } from "../../files/store-file.ts"
import type { FileId } from "../../ids.ts"

const NOWHERE = { pId: null, dId: null, fId: null, iId: null }

export interface UploadFileDetached {
  readonly file: UploadedFile
}

/** UploadFileDetached (api.md section 19): a file for whatever item of the workspace names it first. */
export const uploadFileDetached = command("UploadFileDetached", {
  enter: anybody,
  run: (tx, { actor }, { file }: UploadFileDetached, engine): { readonly fileId: FileId } => ({
    fileId: storeFile(tx, actor, engine.ports.blobs, file, NOWHERE),
  }),
})
