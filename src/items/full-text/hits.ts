import { type Actor, seesItem } from "../../access/index.ts"
import { type AId, byText, type FId, foldText, type Instant, oncePer, readUtf8 } from "../../model/index.ts"
import type { Datastore, Field, FileRecord, History, Item } from "../../model/records/index.ts"
import { type Blobs, requireBytes } from "../../ports/index.ts"
import { type Grams, gramsOf, itemsTable, mayHold, runsOf, type Summarizing, type View } from "../../state/index.ts"
import { highlight } from "./highlight.ts"
import type { SearchedFields } from "./searched-fields.ts"
import { BETWEEN_TEXTS, FollowedTexts, isFollowed, isSearched, summarizeTexts, textReader } from "./searched-texts.ts"

/** Kinds of text that GlobalSearch searches. Hits with the same creation time are sorted in this order. */
export const SEARCH_CATEGORIES = ["items", "files", "histories"] as const

export type SearchCategory = (typeof SEARCH_CATEGORIES)[number]

export interface FullTextScope {
  readonly view: View
  readonly actor: Actor
  readonly needle: Needle
  readonly fields: SearchedFields
  /** True if the request names the fields to search. Comments, which belong to no field, are then not searched. */
  readonly isOfField: boolean
  readonly blobs: Blobs
}

interface HitRank {
  readonly category: SearchCategory
  readonly createdAt: Instant
}

export interface Hit {
  readonly rank: HitRank
  readonly item: Item
  /** First field that contains the text, or the file's field. Null if the hit is in a comment. */
  readonly fId: FId | null
  /** HTML excerpts, one for each text of the item that matches. */
  readonly highlights: readonly string[]
  /** The matching file's name. Absent for other hits. */
  readonly fileName?: string
  /** The action of the matching history entry. Absent for a comment without an action and for other hits. */
  readonly aId?: AId
}

/** Offers a candidate for the list of hits. `look` searches the candidate, which is slow; it returns undefined if nothing matches. */
export type Offer = (rank: HitRank, look: () => Hit | undefined) => void

const compareRanks = (left: HitRank, right: HitRank): number =>
  byText(right.createdAt, left.createdAt) ||
  SEARCH_CATEGORIES.indexOf(left.category) - SEARCH_CATEGORIES.indexOf(right.category)

/** Collects the newest hits up to a limit. Searches a candidate's text only if the candidate is newer than the oldest hit collected. */
export class NewestHits {
  readonly #limit: number
  readonly #hits: Hit[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  readonly offer: Offer = (rank, look) => {
    const last = this.#hits[this.#limit - 1]
    if (last !== undefined && compareRanks(rank, last.rank) >= 0) return
    const hit = look()
    if (hit === undefined) return
    const after = this.#hits.findLastIndex((other) => compareRanks(other.rank, rank) <= 0)
    this.#hits.splice(after + 1, 0, hit)
    this.#hits.length = Math.min(this.#hits.length, this.#limit)
  }

  toArray(): readonly Hit[] {
    return this.#hits
  }
}

export interface Needle {
  readonly folded: string
  /** Input of `mayHold`, which excludes texts that cannot contain the query. */
  readonly runs: readonly number[]
}

export function needleOf(query: string): Needle {
  const folded = foldText(query)
  return { folded, runs: runsOf(folded) }
}

/** Returns whether the text contains the query, ignoring case and character width. */
export const hasNeedle = (text: string, { folded }: Needle): boolean => foldText(text).includes(folded)

/** Passes the files of visible items in the searched fields to `offer`. Names are searched, and the contents of text files. */
export function offerFiles(scope: FullTextScope, offer: Offer): void {
  for (const file of scope.view.all("files").reverse()) {
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
  return highlights.length === 0 ? undefined : { rank, item, fId, highlights, fileName: file.name }
}

/** Number of bytes of a file that are searched, from its start. */
const SEARCHED_BYTES = 1 << 20

/** Decodes the start of a file. The result can be cached because stored bytes never change. */
const beginningOf = oncePer((bytes: Uint8Array) => readUtf8(bytes.subarray(0, SEARCHED_BYTES)))

function textOf(blobs: Blobs, { contentType, blob, fileId }: FileRecord): string {
  if (!/^text\//i.test(contentType)) return ""
  return beginningOf(requireBytes(blobs, blob, `file ${fileId}`))
}

class SearchedComments {
  readonly grams: Grams

  constructor(grams: Grams) {
    this.grams = grams
  }
}

const comments: Summarizing<History, SearchedComments> = {
  make: (histories) =>
    new SearchedComments(gramsOf(foldText(histories.map(({ comment }) => comment).join(BETWEEN_TEXTS)))),
  isCurrent: (summary): summary is SearchedComments => summary instanceof SearchedComments,
}

export function offerHistories(scope: FullTextScope, offer: Offer): void {
  const { view, actor, needle, fields, isOfField } = scope
  if (isOfField) return
  const look = (rank: HitRank, { dId, iId, comment, action }: History): Hit | undefined => {
    const item = fields.has(view.expect("datastores", dId)) ? view.get(itemsTable(dId), iId) : undefined
    if (item === undefined || !seesItem(actor, item)) return undefined
    const shown = highlight(comment, needle)
    return shown === undefined
      ? undefined
      : { rank, item, fId: null, highlights: [shown], ...(action && { aId: action.aId }) }
  }
  view.table("histories").forEachGroup(comments, ({ grams }, histories) => {
    if (!mayHold(grams, needle.runs)) return
    for (const history of histories()) {
      if (history.comment === "" || history.isArchived === true) continue
      const rank: HitRank = { category: "histories", createdAt: history.createdAt }
      offer(rank, () => look(rank, history))
    }
  })
}

export function offerItems(scope: FullTextScope, offer: Offer): void {
  for (const [datastore, fields] of scope.fields) {
    const searched = fields.filter((field) => isSearched(field) || isFollowed(field))
    if (searched.length > 0) offerItemsOf(datastore, searched, scope, offer)
  }
}

function offerItemsOf(
  datastore: Datastore,
  fields: readonly Field[],
  { view, actor, needle }: FullTextScope,
  offer: Offer,
): void {
  const read = textReader(view, datastore)
  const followed = new Map(
    fields.filter(isFollowed).map((field) => [field, new FollowedTexts(view, actor, datastore, field, needle)]),
  )
  const isNamed = (item: Item): boolean => [...followed.values()].some((texts) => texts.hasHit(item))
  const look = (rank: HitRank, item: Item): Hit | undefined => {
    if (!seesItem(actor, item)) return undefined
    let fId: FId | null = null
    const highlights: string[] = []
    for (const field of fields) {
      for (const text of followed.get(field)?.of(item) ?? [read(item, field)]) {
        const shownHit = hasNeedle(text, needle) ? highlight(text, needle) : undefined
        if (shownHit === undefined) continue
        fId ??= field.fId
        highlights.push(shownHit)
      }
    }
    return highlights.length === 0 ? undefined : { rank, item, fId, highlights }
  }
  view.table(itemsTable(datastore.dId)).forEachGroup(summarizeTexts(view, datastore), ({ grams }, items) => {
    const isPromising = mayHold(grams, needle.runs)
    if (!isPromising && followed.size === 0) return
    for (const item of items()) {
      if (!isPromising && !isNamed(item)) continue
      const rank: HitRank = { category: "items", createdAt: item.createdAt }
      offer(rank, () => look(rank, item))
    }
  })
}
