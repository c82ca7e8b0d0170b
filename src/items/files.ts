import * as z from "zod"
import { type Actor, requireCurrentWorkspace } from "../access/index.ts"
import type { DueSource } from "../engine/index.ts"
import { settleFiles } from "../fields/index.ts"
import { DomainError, type FId, type FileId, type IId, invalidParams, type WId } from "../model/index.ts"
import { bytes, object } from "../model/input/index.ts"
import { expiryOf, type FileRecord, type Item, isGone } from "../model/records/index.ts"
import type { Blobs } from "../ports/index.ts"
import { itemsTable, type Tx, type View } from "../state/index.ts"

/** Returns the total size in bytes of a workspace's files. Includes uploads that no item contains (model.md section 18). */
export function storedBytes(view: View, wId: WId): number {
  let bytes = 0
  view.table("files").forEach((file) => {
    if (file.wId === wId && !isGone(file, view.now)) bytes += file.size
  })
  return bytes
}

/** A file to store. */
export interface UploadedFile {
  /** File name. Stored unchanged. */
  readonly name: string
  /** Media type, e.g. `image/png`. */
  readonly contentType: string
  /** Content of the file. */
  readonly bytes: Uint8Array
}

const MAX_CONTENT_TYPE_CHARACTERS = 255
export const uploadedFile = () =>
  object({
    name: z.string().describe("File name"),
    contentType: z.string().describe("Media type, e.g. image/png"),
    bytes: bytes().describe("Content of the file"),
  })

const MIB = 1_048_576
const TOKEN = "[\\w!#$%&'*+.^`|~-]+"
const CONTENT_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[\\x20-\\x7e]*"))*$`)

/** Stores a file in the actor's current workspace. The file is temporary until an item contains it (model.md section 18). */
export function storeFile(
  tx: Tx,
  actor: Actor,
  blobs: Blobs,
  file: UploadedFile,
  where: Pick<FileRecord, "pId" | "dId" | "fId" | "iId">,
): FileId {
  const { wId, limits } = requireCurrentWorkspace(tx, actor)
  const { bytes, contentType } = file
  if (contentType.length > MAX_CONTENT_TYPE_CHARACTERS) {
    throw invalidParams(`the content type of a file must have at most ${MAX_CONTENT_TYPE_CHARACTERS} characters`)
  }
  if (limits.storageMb > 0 && storedBytes(tx, wId) + bytes.length > limits.storageMb * MIB) {
    throw new DomainError("INVALID_SETTINGS", "settings", `the workspace may store at most ${limits.storageMb} MB`)
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

export type NamedFiles = ReadonlyMap<FId, readonly FileId[]>

/**
 * Copies the files that already belong to another item, because each file belongs to one field of one item. Uploads that no item contains,
 * and files that move between fields of the item, are not copied.
 */
export function ownFiles(tx: Tx, iId: IId, named: NamedFiles): NamedFiles {
  const keepers = keepersOf(tx, iId, named)
  const kept = new Map<FId, readonly FileId[]>()
  for (const [fId, fileIds] of named) {
    const isOwn = (fileId: FileId): boolean => keepers.get(fileId) === fId
    kept.set(
      fId,
      fileIds.every(isOwn)
        ? fileIds
        : Object.freeze(fileIds.map((fileId) => (isOwn(fileId) ? fileId : copyOf(tx, fileId)))),
    )
  }
  return kept
}

/** Maps each file that the item may use without a copy to one field: the file's current field, or else the first field that contains it. */
function keepersOf(tx: Tx, iId: IId, named: NamedFiles): Map<FileId, FId> {
  const keepers = new Map<FileId, FId>()
  for (const [fId, fileIds] of named) {
    for (const fileId of fileIds) {
      const file = tx.expect("files", fileId)
      if (!file.temporary && file.iId !== iId) continue
      if (file.fId === fId || !keepers.has(fileId)) keepers.set(fileId, fId)
    }
  }
  return keepers
}

function copyOf(tx: Tx, fileId: FileId): FileId {
  const { now } = tx
  const copy = { ...tx.expect("files", fileId), fileId: tx.newId<"file_id">(), createdAt: now, updatedAt: now }
  return tx.put("files", { ...copy, temporary: true }).fileId
}

/** Removes a file from a value of an item, which deletes the file. `changes` are the item's other changes. */
export function removeFromValue(tx: Tx, item: Item, fId: FId, fileId: FileId, changes: Partial<Item> = {}): void {
  const { [fId]: value = [], ...others } = item.values
  const left = (value as readonly FileId[]).filter((one) => one !== fileId)
  const values = Object.freeze(left.length === 0 ? others : { ...others, [fId]: Object.freeze(left) })
  settleFiles(tx, item, tx.patch(itemsTable(item.dId), item.iId, { ...changes, values }))
}

/** Schedules the deletion of expired uploads that no item contains (model.md section 18). */
export const expiringFiles: DueSource = {
  kind: "file_expiry",
  findNext(view) {
    const upload = view.lowest("temporaryFiles")
    if (upload === undefined) return undefined
    const { name } = view.expect("files", upload.id)
    return { at: expiryOf(upload.key), kind: "file_expiry", id: upload.id, name }
  },
  listUpcoming: (view) =>
    view.entriesUpTo("temporaryFiles", "\uffff").map(({ key, id }) => ({
      at: expiryOf(key),
      kind: "file_expiry",
      id,
      name: view.expect("files", id).name,
    })),
  isStillDue: (view, { id }) => view.hasEntry("temporaryFiles", view.get("files", id)?.createdAt ?? "", id),
  count: (view, until) => view.entriesUpTo("temporaryFiles", until).filter(({ key }) => expiryOf(key) <= until).length,
  async fire(engine, event, { at, prepare, cause }) {
    const expire = (tx: Parameters<NonNullable<typeof prepare>>[0]) => {
      prepare?.(tx)
      tx.patch("files", event.id, { deleted: true, updatedAt: at })
    }
    await engine.commit("Clock", { uId: null, cause }, expire, at)
    return { ...event, at, affected: 0 }
  },
}
