import * as z from "zod"
import { query } from "../../engine/operation.ts"
import { targetNotFound } from "../../model/error.ts"
import { findVisibleFile } from "../../access/find-file.ts"
import type { UploadedFile } from "../../files/store-file.ts"
import { object } from "../../model/input/schemas.ts"
import { requireBytes } from "../../ports/require-bytes.ts"

/** The bytes of a file, with its name and media type. (api.md section 19) */
export const getFile = query({
  name: "GetFile",
  summary: "The bytes of a file",
  input: () => object({ fileId: z.string().describe("ID of the file") }),
  execute(view, { principal, engine }, { fileId }): UploadedFile {
    const file = findVisibleFile(view, principal, fileId)
    if (file === undefined) throw targetNotFound(`file not found: ${fileId}`)
    const bytes = requireBytes(engine.ports.blobs, file.blob, `file ${fileId}`)
    return { name: file.name, contentType: file.contentType, bytes }
  },
})
