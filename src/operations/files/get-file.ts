import * as z from "zod"
import { findVisibleFile } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { UploadedFile } from "../../items/index.ts"
import { targetNotFound } from "../../model/index.ts"
import { requireBytes } from "../../ports/index.ts"

/** Returns a file's bytes, name and media type. (api.md section 19) */
export const getFile = query({
  name: "GetFile",
  summary: "Returns the bytes of a file",
  input: () => ({ fileId: z.string().describe("ID of the file") }),
  execute(view, { principal, engine }, { fileId }): UploadedFile {
    const file = findVisibleFile(view, principal, fileId)
    if (file === undefined) throw targetNotFound(`file not found: ${fileId}`)
    const bytes = requireBytes(engine.ports.blobs, file.blob, `file ${fileId}`)
    return { name: file.name, contentType: file.contentType, bytes }
  },
})
