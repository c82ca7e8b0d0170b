import { deleteFile, getFile, uploadFile, uploadFileDetached } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import type { FilePart } from "../../wire/form.ts"
import { bytesReply } from "../../wire/reply.ts"

/** The file part, under the name given beside it or its own. */
const uploadOf = ({ filename, contentType, bytes }: FilePart, name: string | undefined) => ({
  name: name || filename,
  contentType,
  bytes,
})

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

export const fileHandlers = {
  uploadFile: handle(table.uploadFile, uploadFile, {
    whereInBody: (members, params) => ({
      application: text(members?.application_id),
      datastore: text(members?.datastore_id),
      field: params["field-id"],
      item: params["item-id"],
    }),
    input: ({ form, file }, where) => ({ ...where, file: uploadOf(file, form.filename) }),
    present: ({ fileId }) => ({ file_id: fileId }),
  }),
  uploadFileDetached: handle(table.uploadFileDetached, uploadFileDetached, {
    input: ({ form, file }) => ({ file: uploadOf(file, form.filename ?? form.fileName) }),
    present: ({ fileId }) => ({ file_id: fileId }),
  }),
  getFile: handle(table.getFile, getFile, {
    input: ({ params }) => ({ fileId: params["file-id"] }),
    present: ({ name, contentType, bytes }) =>
      bytesReply(contentType, bytes, {
        "content-disposition": `attachment; filename*=UTF-8''${encodeName(name)}`,
        "x-content-type-options": "nosniff",
      }),
  }),
  deleteFile: handle(table.deleteFile, deleteFile, {
    input: ({ params }) => ({ item: params["item-id"], field: params["field-id"], fileId: params["file-id"] }),
    present: () => null,
  }),
}

/** Characters of an encoded name: common clients give up answers with more than 16 KiB of headers. */
const MAX_ENCODED = 8000

/** A name as an extended parameter of a header (RFC 8187), cut where it is too long for one. */
function encodeName(name: string): string {
  let encoded = ""
  for (const character of name) {
    const part = encodeCharacter(character)
    if (encoded.length + part.length > MAX_ENCODED) break
    encoded += part
  }
  return encoded
}

/** Half a surrogate pair has no UTF-8. */
const encodeCharacter = (character: string): string =>
  /['()*]/.test(character)
    ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(character.replace(/\p{Surrogate}/u, "\ufffd"))
