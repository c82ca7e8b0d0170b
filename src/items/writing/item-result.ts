import type { Actor } from "../../access/actor.ts"
import { seesItem } from "../../access/may.ts"
import { fieldPlanOf, hiddenFieldsOf } from "../../fields/field-plan.ts"
import { titleWithin } from "../../fields/title.ts"
import { valueIn } from "../../fields/value-in.ts"
import type { DId, IId, PId, WId } from "../../ids.ts"
import { linkedItems, linksFrom } from "../../links/links.ts"
import type { StoredValue } from "../../records/field.ts"
import type { Item } from "../../records/item.ts"
import type { View } from "../../state/view.ts"

/** The items of one datastore that an item links to. */
export interface LinkedIds {
  readonly dId: DId
  readonly iIds: readonly IId[]
}

/** What a write answers when asked for the item (model.md section 5.5): values in stored form, null when empty. */
export interface ItemResult {
  readonly item: Item
  readonly pId: PId
  readonly wId: WId
  readonly title: string
  readonly fields: Readonly<Record<string, StoredValue | null>>
  /** Empty when nothing is linked. */
  readonly links: readonly LinkedIds[]
}

/** `keys`: what the values are named by. Fields that the reader may not see are left out. */
export function itemResultOf(view: View, actor: Actor, item: Item, keys: "display" | "internal"): ItemResult {
  const datastore = view.expect("datastores", item.dId)
  const hidden = hiddenFieldsOf(view, actor, datastore)
  const fields: Record<string, StoredValue | null> = {}
  for (const { field, from } of fieldPlanOf(datastore).fields) {
    if (from === "nowhere" || field.hideFromApi || hidden.has(field.fId)) continue
    const value = valueIn(item, field)
    fields[keys === "display" ? field.displayId : field.fId] = value ?? null
  }
  return {
    item,
    pId: datastore.pId,
    wId: datastore.wId,
    title: titleWithin({ view, datastore, actor, ids: keys, numbers: "text" }, item),
    fields,
    links: linkedIdsOf(view, actor, item.iId),
  }
}

/** The visible items that an item links to, by datastore. */
export function linkedIdsOf(view: View, actor: Actor, iId: IId): LinkedIds[] {
  const byDatastore = new Map<DId, IId[]>()
  for (const target of linkedItems(view, linksFrom(view, iId))) {
    if (!seesItem(actor, target)) continue
    const ids = byDatastore.get(target.dId)
    if (ids === undefined) byDatastore.set(target.dId, [target.iId])
    else ids.push(target.iId)
  }
  return [...byDatastore].map(([dId, iIds]) => ({ dId, iIds }))
}
