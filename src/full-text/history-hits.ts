import { seesItem } from "../access/may.ts"
import type { History } from "../records/history.ts"
import { itemsTable } from "../state/tables.ts"
import { type Grams, gramsOf, mayHold } from "../state/store/grams.ts"
import type { Summarizing } from "../state/store/vector.ts"
import { foldCase } from "../texts/fold-case.ts"
import { highlight } from "../items/full-text/highlight.ts"
import type { FullTextScope, Hit, HitRank, Offer } from "./hits.ts"
import { BETWEEN_TEXTS } from "./searched-texts.ts"

class SearchedComments {
  readonly grams: Grams

  constructor(grams: Grams) {
    this.grams = grams
  }
}

const comments: Summarizing<History, SearchedComments> = {
  make: (histories) =>
    new SearchedComments(gramsOf(foldCase(histories.map(({ comment }) => comment).join(BETWEEN_TEXTS)))),
  isCurrent: (summary): summary is SearchedComments => summary instanceof SearchedComments,
}

/** Offers the comments on visible items that may have a hit. */
export function offerHistories(scope: FullTextScope, offer: Offer): void {
  const { view, actor, needle, fields, isOfField } = scope
  if (isOfField) return
  const look = (rank: HitRank, { dId, iId, comment }: History): Hit | undefined => {
    const item = fields.has(view.expect("datastores", dId)) ? view.get(itemsTable(dId), iId) : undefined
    if (item === undefined || !seesItem(actor, item)) return undefined
    const shown = highlight(comment, needle)
    return shown === undefined ? undefined : { rank, item, fId: null, highlights: [shown] }
  }
  view.table("histories").forEachGroup(comments, ({ grams }, histories) => {
    if (!mayHold(grams, needle.runs)) return
    for (const history of histories()) {
      if (history.comment === "") continue
      const rank: HitRank = { category: "histories", createdAt: history.createdAt }
      offer(rank, () => look(rank, history))
    }
  })
}
