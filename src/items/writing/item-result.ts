import type { Actor } from "../../access/index.ts"
import { fieldPlanOf, hiddenFieldsOf, titleWithin, valueIn } from "../../fields/index.ts"
import type { PId, WId } from "../../model/index.ts"
import type { Item, StoredValue } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { type LinkedIds, linkedIdsOf } from "../links/linked-items.ts"

/** The item in the response of a write (model.md section 5.5). Its values are in stored form, or null if empty. */
export interface ItemResult {
  readonly item: Item
  readonly pId: PId
  readonly wId: WId
  readonly title: string
  readonly fields: Readonly<Record<string, StoredValue | null>>
  readonly links: readonly LinkedIds[]
}

/** Returns the item without fields that the actor may not see. `keys` is the kind of the field IDs in the result. */
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
