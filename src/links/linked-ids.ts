import type { Actor } from "../access/actor.ts"
import { seesItem } from "../access/may.ts"
import type { DId, IId } from "../model/ids.ts"
import type { View } from "../state/view.ts"
import { linkedItems, listLinksFrom } from "../state/links.ts"

/** The items of one datastore that an item links to, in the order in which the links were made. */
export interface LinkedIds {
  readonly dId: DId
  readonly iIds: readonly IId[]
}

/** The visible items that an item links to, by datastore. */
export function linkedIdsOf(view: View, actor: Actor, iId: IId): LinkedIds[] {
  const byDatastore = new Map<DId, IId[]>()
  for (const target of linkedItems(view, listLinksFrom(view, iId))) {
    if (!seesItem(actor, target)) continue
    const ids = byDatastore.get(target.dId)
    if (ids === undefined) byDatastore.set(target.dId, [target.iId])
    else ids.push(target.iId)
  }
  return [...byDatastore].map(([dId, iIds]) => ({ dId, iIds }))
}
