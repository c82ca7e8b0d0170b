import * as z from "zod"
import type { Actor } from "../access/actor.ts"
import { requireCurrentWorkspace } from "../access/places.ts"
import { DomainError, invalidParams } from "../model/error.ts"
import type { FileId } from "../model/ids.ts"
import { bytes, object } from "../model/input/schemas.ts"
import type { Blobs } from "../ports/blobs.ts"
import type { FileRecord } from "../records/file.ts"
import type { Tx } from "../state/tx.ts"
import { storedBytes } from "./storage.ts"

/** A file to be stored. Its name is data and is kept as it is. */
export interface UploadedFile {
  /** Its file name. */
  readonly name: string
  /** Media type, e.g. `image/png`. */
  readonly contentType: string
  /** What it holds. */
  readonly bytes: Uint8Array
}

const LONGEST_CONTENT_TYPE = 255
/** A file of a request. */
export const uploadedFile = () =>
  object({
    name: z.string().describe("Its file name"),
    contentType: z.string().describe("Media type, e.g. image/png"),
    bytes: bytes().describe("Its content"),
  })

const MIB = 1_048_576
const TOKEN = "[\\w!#$%&'*+.^`|~-]+"
const CONTENT_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[\\x20-\\x7e]*"))*$`)

/** Keeps a file in the current workspace, temporary until an item names it (model.md section 18). */
export function storeFile(
  tx: Tx,
  actor: Actor,
  blobs: Blobs,
  file: UploadedFile,
  where: Pick<FileRecord, "pId" | "dId" | "fId" | "iId">,
): FileId {
  const { wId, limits } = requireCurrentWorkspace(tx, actor)
  const { bytes, contentType } = file
  if (contentType.length > LONGEST_CONTENT_TYPE) {
    throw invalidParams(`the content type of a file may have ${LONGEST_CONTENT_TYPE} characters at most`)
  }
  if (limits.storageMb > 0 && storedBytes(tx, wId) + bytes.length > limits.storageMb * MIB) {
    throw new DomainError("INVALID_SETTINGS", "settings", `the workspace may store ${limits.storageMb} MB at most`)
  }
  const { fileId } = tx.put("files", {
    fileId: tx.newId<"file_id">(),
    wId,
    ...where,
    uId: actor.uId,
    name: file.name,
    contentType: CONTENT_TYPE.test(contentType) ? contentType : "application/octet-stream",
    size: bytes.length,
    blob: blobs.put(bytes),
    createdAt: tx.now,
    updatedAt: tx.now,
    deleted: false,
    temporary: true,
  })
  return fileId
}
