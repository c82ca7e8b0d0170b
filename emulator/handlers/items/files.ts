import {
  deleteFile,
  getFile,
  requireFieldForUpload,
  runUseCase,
  uploadFile,
  uploadFileDetached,
} from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { type FilePart, type Handler, handler } from "../../http/handler.ts"
import { bytesReply } from "../../http/reply.ts"

/** The first file part named `file`, under the name given beside it or its own. */
function uploadOf(files: readonly FilePart[], name: string | undefined) {
  const part = files.find((file) => file.name === "file") as FilePart
  return {
    name: name === undefined || name === "" ? part.filename : name,
    contentType: part.contentType,
    bytes: part.bytes,
  }
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

const uploadFileHandler: Handler<typeof table.uploadFile> = {
  enterBody({ view, actor, params }, form) {
    requireFieldForUpload(view, actor, {
      application: text(form.application_id),
      datastore: text(form.datastore_id),
      field: params["field-id"] ?? "",
      item: params["item-id"] ?? "",
    })
  },
  async run({ caller, params, form, files }) {
    const { fileId } = await runUseCase(caller, uploadFile, {
      application: text(form.application_id),
      datastore: text(form.datastore_id),
      field: params["field-id"],
      item: params["item-id"],
      file: uploadOf(files, form.filename),
    })
    return { file_id: fileId }
  },
}

export const fileHandlers = {
  uploadFile: uploadFileHandler,
  uploadFileDetached: handler<typeof table.uploadFileDetached>(async ({ caller, form, files }) => {
    const { fileId } = await runUseCase(caller, uploadFileDetached, {
      file: uploadOf(files, form.filename ?? form.fileName),
    })
    return { file_id: fileId }
  }),
  getFile: handler<typeof table.getFile>(async ({ caller, params }) => {
    const { name, contentType, bytes } = await runUseCase(caller, getFile, { fileId: params["file-id"] })
    return bytesReply(contentType, bytes, {
      "content-disposition": `attachment; filename*=UTF-8''${encodeName(name)}`,
      "x-content-type-options": "nosniff",
    })
  }),
  deleteFile: handler<typeof table.deleteFile>(async ({ caller, params }) => {
    await runUseCase(caller, deleteFile, {
      item: params["item-id"],
      field: params["field-id"],
      fileId: params["file-id"],
    })
    return null
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
