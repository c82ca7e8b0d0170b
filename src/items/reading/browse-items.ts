import type { FormContext } from "../../fields/types/field-type.ts"
import { kindOf } from "../../fields/types/registry.ts"
import { titleOf } from "../../fields/title.ts"
import { valueIn } from "../../fields/value-in.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import { itemsTable } from "../../state/tables.ts"
import type { View } from "../../state/view.ts"

export interface BrowseItems {
  readonly offset: number
  readonly limit: number
  /** Only items whose title or any value holds this text, in any case. */
  readonly text?: string | undefined
}

export interface BrowsedItem {
  readonly item: Item
  readonly title: string
  /** Filled values in list form, by field. */
  readonly values: ReadonlyMap<Field, string>
}

/** Items of a datastore in creation order, for the owner of the world: access keys and roles play no part. */
export function browseItems(
  view: View,
  datastore: Datastore,
  { offset, limit, text = "" }: BrowseItems,
): { readonly total: number; readonly items: BrowsedItem[] } {
  const items: BrowsedItem[] = []
  const wanted = text.toLowerCase()
  let total = 0
  view.table(itemsTable(datastore.dId)).forEach((item) => {
    const isShown = total >= offset && items.length < limit
    if (!isShown && wanted === "") {
      total += 1
      return
    }
    const browsed = browseItem(view, datastore, item)
    if (!holdsText(browsed, wanted)) return
    total += 1
    if (isShown) items.push(browsed)
  })
  return { total, items }
}

const holdsText = ({ title, values }: BrowsedItem, wanted: string): boolean =>
  wanted === "" || [title, ...values.values()].some((shown) => shown.toLowerCase().includes(wanted))

/** An item as `browseItems` shows it. */
export function browseItem(view: View, datastore: Datastore, item: Item): BrowsedItem {
  const context: FormContext = { view, datastore, actor: null, ids: "display", numbers: "text" }
  const values = new Map<Field, string>()
  for (const field of datastore.fields) {
    const value = valueIn(item, field)
    if (value === undefined) continue
    const shown = kindOf(field).list(value, field, context)
    if (shown !== null && shown !== "") values.set(field, String(shown))
  }
  return { item, title: titleOf(view, item), values }
}
