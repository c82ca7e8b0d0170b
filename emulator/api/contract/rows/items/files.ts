import * as z from "zod"
import {
  deleteFile,
  deleteFileByFileID,
  getFile,
  uploadFile,
  uploadFileDetached,
} from "../../../../../src/operations/list.ts"
import { type FilePart, fileReply } from "../../../../wire/index.ts"
import { row } from "../../declared-row.ts"
import { answerOf, internalId, NOTHING } from "../../shapes.ts"

const uploadedFile = answerOf(() => ({ file_id: internalId().describe("ID of the file") }))

const fileName = () => z.string().describe("Name of the file. Default: the file name of the form's part").optional()

/** Converts a file part to an upload. `name` takes precedence over the part's filename. */
const uploadOf = ({ filename, contentType, bytes }: FilePart, name: string | undefined) => ({
  name: name || filename,
  contentType,
  bytes,
})

/** Operations on files (api.md section 19). */
export const fileRows = {
  uploadFile: row(uploadFile, "post /items/:item-id/fields/:field-id/attachments", {
    file: "The file to upload",
    wire: { application: "application_id", datastore: "datastore_id", file: null },
    wireOnly: () => ({ filename: fileName() }),
    toInput: ({ file, wire }) => ({ file: uploadOf(file, wire.filename) }),
    answer: uploadedFile,
    present: ({ fileId }) => ({ file_id: fileId }),
  }),
  uploadFileDetached: row(uploadFileDetached, "post /files", {
    file: "The file to upload",
    wire: { file: null },
    wireOnly: () => ({ filename: fileName(), fileName: fileName() }),
    toInput: ({ file, wire }) => ({ file: uploadOf(file, wire.filename ?? wire.fileName) }),
    answer: uploadedFile,
    present: ({ fileId }) => ({ file_id: fileId }),
    source: "client",
  }),
  getFile: row(getFile, "get /files/:file-id", {
    answer: { kind: "bytes", contentType: "*/*" },
    present: ({ name, contentType, bytes }) => fileReply(contentType, bytes, name),
  }),
  deleteFile: row(deleteFile, "delete /items/:item-id/fields/:field-id/attachments/:file-id", NOTHING),
  deleteFileByFileID: row(deleteFileByFileID, "delete /files/:file-id", { ...NOTHING, source: "client" }),
} as const
