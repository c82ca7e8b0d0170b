import type { Actor } from "../../access/actor.ts"
import { fieldPlanOf, hiddenFieldsOf } from "../../fields/field-plan.ts"
import { titleWithin } from "../../fields/title.ts"
import { valueIn } from "../../fields/value-in.ts"
import type { PId, WId } from "../../model/ids.ts"
import { type LinkedIds, linkedIdsOf } from "../../links/linked-ids.ts"
import type { StoredValue } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import type { View } from "../../state/view.ts"

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
