import * as z from "zod"
import { deleteFile, getFile, uploadFile, uploadFileDetached } from "../../../../../src/inside.ts"
import { fileReply } from "../../../../wire/file-reply.ts"
import type { FilePart } from "../../../../wire/form.ts"
import { row } from "../../declared-row.ts"
import { answer, internalId, lazy, nothing } from "../../../../contract/shapes.ts"

const uploaded = lazy(() => answer({ file_id: internalId() }))

const fileName = () => z.string().describe("Name of the file. Default: the one that the part has").optional()

/** The file part, under the name given beside it or its own. */
const uploadOf = ({ filename, contentType, bytes }: FilePart, name: string | undefined) => ({
  name: name || filename,
  contentType,
  bytes,
})

/** api.md section 19: files. */
export const fileRows = {
  uploadFile: row(uploadFile, {
    method: "post",
    paths: ["/items/:item-id/fields/:field-id/attachments"],
    tag: "files",
    file: "file",
    wire: { application: "application_id", datastore: "datastore_id", file: null },
    wireOnly: () => ({ filename: fileName() }),
    toInput: ({ file, wire }) => ({ file: uploadOf(file, wire.filename) }),
    answer: uploaded,
    present: ({ fileId }) => ({ file_id: fileId }),
    source: "docs",
  }),
  uploadFileDetached: row(uploadFileDetached, {
    method: "post",
    paths: ["/files"],
    tag: "files",
    file: "file",
    wire: { file: null },
    wireOnly: () => ({ filename: fileName(), fileName: fileName() }),
    toInput: ({ file, wire }) => ({ file: uploadOf(file, wire.filename ?? wire.fileName) }),
    answer: uploaded,
    present: ({ fileId }) => ({ file_id: fileId }),
    source: "client",
  }),
  getFile: row(getFile, {
    method: "get",
    paths: ["/files/:file-id"],
    tag: "files",
    answer: { kind: "bytes", contentType: "*/*" },
    present: ({ name, contentType, bytes }) => fileReply(contentType, bytes, name),
    source: "docs",
  }),
  deleteFile: row(deleteFile, {
    method: "delete",
    paths: ["/items/:item-id/fields/:field-id/attachments/:file-id"],
    tag: "files",
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
} as const
