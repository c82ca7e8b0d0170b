import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle, stringOf } from "../../http/handle.ts"
import { fileReply } from "../../wire/file-reply.ts"
import type { FilePart } from "../../wire/form.ts"

/** The file part, under the name given beside it or its own. */
const uploadOf = ({ filename, contentType, bytes }: FilePart, name: string | undefined) => ({
  name: name || filename,
  contentType,
  bytes,
})

export const fileHandlers = {
  uploadFile: handle(table.uploadFile, operations.uploadFile, {
    placeProperties: ["application_id", "datastore_id"],
    where: (params, inBody) => ({
      application: stringOf(inBody?.application_id) || undefined,
      datastore: stringOf(inBody?.datastore_id) || undefined,
      field: params["field-id"],
      itemId: params["item-id"],
    }),
    input: ({ form, file }, where) => ({ ...where, file: uploadOf(file, form.filename) }),
    present: ({ fileId }) => ({ file_id: fileId }),
  }),
  uploadFileDetached: handle(table.uploadFileDetached, operations.uploadFileDetached, {
    input: ({ form, file }) => ({ file: uploadOf(file, form.filename ?? form.fileName) }),
    present: ({ fileId }) => ({ file_id: fileId }),
  }),
  getFile: handle(table.getFile, operations.getFile, {
    input: ({ params }) => ({ fileId: params["file-id"] }),
    present: ({ name, contentType, bytes }) => fileReply(contentType, bytes, name),
  }),
  deleteFile: handle(table.deleteFile, operations.deleteFile, {
    input: ({ params }) => ({ itemId: params["item-id"], field: params["field-id"], fileId: params["file-id"] }),
    present: () => null,
  }),
}
