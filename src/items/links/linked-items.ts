import * as z from "zod"
import { type Actor, causesOfPlace, findDatastore, requireItem, seesDatastore, seesItem } from "../../access/index.ts"
import { type DId, type IId, targetNotFound } from "../../model/index.ts"
import { object } from "../../model/input/index.ts"
import type { Datastore, Item } from "../../model/records/index.ts"
import { linkedItems, listLinksFrom, type View } from "../../state/index.ts"

/** Input schema of the item at the other end of a link. */
export const linkEnd = () =>
  object({
    datastore: z.string().describe("The datastore, by display or internal ID"),
    itemId: z.string().describe("ID of the item"),
  })

type LinkEnd = z.output<ReturnType<typeof linkEnd>>

/** Finds the datastore of a linked item. A display ID is searched first in the application of the datastore `near`. */
export function requireLinkedDatastore(view: View, actor: Actor, near: Datastore, reference: string): Datastore {
  const preferred = view.expect("applications", near.pId)
  const datastore = findDatastore(view, actor, reference, { preferred })
  if (datastore === undefined) {
    const causes = causesOfPlace(view, actor, { datastore: reference })
    throw targetNotFound(`datastore not found: ${reference}`, { causes })
  }
  return datastore
}

/** Finds the item at the other end of a link. Throws if the actor may not see the item. */
export const requireLinked = (view: View, actor: Actor, near: Datastore, end: LinkEnd): Item =>
  requireItem(view, actor, requireLinkedDatastore(view, actor, near, end.datastore), end.itemId)

/** IDs of an item's linked items in one datastore. The order is the creation order of the links. */
export interface LinkedIds {
  readonly dId: DId
  readonly iIds: readonly IId[]
}

/** Returns the IDs of the linked items that the actor may see. If the actor is null, returns the IDs of all linked items. */
export function linkedIdsOf(view: View, actor: Actor | null, iId: IId): LinkedIds[] {
  const byDatastore = new Map<DId, IId[]>()
  for (const target of linkedItems(view, iId, listLinksFrom(view, iId))) {
    if (actor !== null && !seesItem(actor, target)) continue
    const ids = byDatastore.get(target.dId)
    if (ids === undefined) byDatastore.set(target.dId, [target.iId])
    else ids.push(target.iId)
  }
  const isShown = (dId: DId) => actor === null || seesDatastore(view, actor, view.expect("datastores", dId))
  return [...byDatastore].filter(([dId]) => isShown(dId)).map(([dId, iIds]) => ({ dId, iIds }))
}
