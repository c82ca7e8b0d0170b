import type { Actor } from "../access/actor.ts"
import type { FId, Instant } from "../model/ids.ts"
import { byText } from "../order.ts"
import type { Blobs } from "../ports/blobs.ts"
import type { Item } from "../model/records/item.ts"
import type { View } from "../state/view.ts"
import type { Needle } from "./needle.ts"
import type { SearchedFields } from "../items/full-text/searched-fields.ts"

/** What is searched through, in the order in which hits of one instant are told. */
export const SEARCH_CATEGORIES = ["items", "files", "histories"] as const

export type SearchCategory = (typeof SEARCH_CATEGORIES)[number]

/** Where, for whom and for what is searched. */
export interface FullTextScope {
  readonly view: View
  readonly actor: Actor
  readonly needle: Needle
  readonly fields: SearchedFields
  /** Fields were named, so what is in no field is not searched. */
  readonly isOfField: boolean
  readonly blobs: Blobs
}

/** Where a hit stands among others. */
export interface HitRank {
  readonly category: SearchCategory
  readonly createdAt: Instant
}

/** An item, file or comment in which something was found. */
export interface Hit {
  readonly rank: HitRank
  readonly item: Item
  /** The first field with a hit, or the file's; null for a comment. */
  readonly fId: FId | null
  /** HTML, one for each text with hits. */
  readonly highlights: readonly string[]
}

/** Told of everything that may have a hit, the newest first at any instant; `look` finds out, which takes longer. */
export type Offer = (rank: HitRank, look: () => Hit | undefined) => void

const compareRanks = (left: HitRank, right: HitRank): number =>
  byText(right.createdAt, left.createdAt) ||
  SEARCH_CATEGORIES.indexOf(left.category) - SEARCH_CATEGORIES.indexOf(right.category)

/** The newest hits of all that is offered, so many at most; looks only where it matters. */
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

  /** Newest first. */
  toArray(): readonly Hit[] {
    return this.#hits
  }
}
