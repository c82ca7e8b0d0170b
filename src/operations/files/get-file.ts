import { anybody, query } from "../../engine/use-case.ts"
import { targetNotFound } from "../../error.ts"
import { findVisibleFile } from "../../files/find-file.ts"
import type { UploadedFile } from "../../files/store-file.ts"
import { requireBytes } from "../../ports/require-bytes.ts"

export interface GetFile {
  readonly fileId: string
}

/** GetFile (api.md section 19). */
export const getFile = query({
  enter: anybody,
  run(view, { actor }, { fileId }: GetFile, engine): UploadedFile {
    const file = findVisibleFile(view, actor, fileId)
    if (file === undefined) throw targetNotFound(`file not found: ${fileId}`)
    const bytes = requireBytes(engine.ports.blobs, file.blob, `file ${fileId}`)
    return { name: file.name, contentType: file.contentType, bytes }
  },
})
