import { seesItem } from "../access/may.ts"
import type { Blobs } from "../ports/blobs.ts"
import { requireBytes } from "../ports/require-bytes.ts"
import type { FileRecord } from "../records/file.ts"
import { itemsTable } from "../state/tables.ts"
import { readUtf8 } from "../texts/read-utf8.ts"
import { highlight } from "../items/full-text/highlight.ts"
import type { FullTextScope, Hit, HitRank, Offer } from "./hits.ts"

/** Offers the files of visible items, in fields that are searched: their names, and their texts where they are texts. */
export function offerFiles(scope: FullTextScope, offer: Offer): void {
  for (const file of scope.view.table("files").toArray().reverse()) {
    if (file.deleted || file.temporary) continue
    const rank: HitRank = { category: "files", createdAt: file.createdAt }
    offer(rank, () => lookInto(scope, file, rank))
  }
}

function lookInto(scope: FullTextScope, file: FileRecord, rank: HitRank): Hit | undefined {
  const { view, actor, needle, blobs } = scope
  const { dId, fId, iId } = file
  if (dId === null || fId === null || iId === null) return undefined
  const isShown = scope.fields.get(view.expect("datastores", dId))?.some((field) => field.fId === fId) === true
  const item = isShown ? view.get(itemsTable(dId), iId) : undefined
  if (item === undefined || !seesItem(actor, item)) return undefined
  const highlights = [highlight(file.name, needle), highlight(textOf(blobs, file), needle)].filter(
    (text) => text !== undefined,
  )
  return highlights.length === 0 ? undefined : { rank, item, fId, highlights }
}

/** So much of a file is searched, in bytes. */
const SEARCHED_BYTES = 1 << 20

/** Bytes never change once they are stored. */
const known = new WeakMap<Uint8Array, string>()

/** The beginning of a text; `""` of a file that is none. */
function textOf(blobs: Blobs, { contentType, blob, fileId }: FileRecord): string {
  if (!/^text\//i.test(contentType)) return ""
  const bytes = requireBytes(blobs, blob, `file ${fileId}`)
  let text = known.get(bytes)
  if (text === undefined) {
    text = readUtf8(bytes.subarray(0, SEARCHED_BYTES))
    known.set(bytes, text)
  }
  return text
}
