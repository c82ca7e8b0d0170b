import { seesItem } from "../access/may.ts"
import type { FId } from "../model/ids.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import type { Item } from "../model/records/item.ts"
import { itemsTable } from "../state/tables.ts"
import { mayHold } from "../state/store/grams.ts"
import { highlight } from "../items/full-text/highlight.ts"
import type { FullTextScope, Hit, HitRank, Offer } from "./hits.ts"
import { isHeldBy } from "./needle.ts"
import { isSearched, summarizeTexts, textReader } from "./searched-texts.ts"

/** Offers the visible items that may have a hit in a searched field. */
export function offerItems(scope: FullTextScope, offer: Offer): void {
  for (const [datastore, fields] of scope.fields) {
    const searched = fields.filter(isSearched)
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
  const look = (rank: HitRank, item: Item): Hit | undefined => {
    if (!seesItem(actor, item)) return undefined
    let fId: FId | null = null
    const highlights: string[] = []
    for (const field of fields) {
      const text = read(item, field)
      const shownHit = isHeldBy(text, needle) ? highlight(text, needle) : undefined
      if (shownHit === undefined) continue
      fId ??= field.fId
      highlights.push(shownHit)
    }
    return highlights.length === 0 ? undefined : { rank, item, fId, highlights }
  }
  view.table(itemsTable(datastore.dId)).forEachGroup(summarizeTexts(view, datastore), ({ grams }, items) => {
    if (!mayHold(grams, needle.runs)) return
    for (const item of items()) {
      const rank: HitRank = { category: "items", createdAt: item.createdAt }
      offer(rank, () => look(rank, item))
    }
  })
}
