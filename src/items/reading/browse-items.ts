import { type FormContext, fieldTypeOf, titleOf, valueIn } from "../../fields/index.ts"
import { foldText } from "../../model/index.ts"
import type { Datastore, Field, Item } from "../../model/records/index.ts"
import { itemsTable, type View } from "../../state/index.ts"

export interface BrowseItems {
  readonly offset: number
  readonly limit: number
  /** Text that an item's title or one of its values must contain, ignoring case and width. An item's ID also matches. */
  readonly text?: string | undefined
}

export interface BrowsedItem {
  readonly item: Item
  readonly title: string
  readonly values: ReadonlyMap<Field, string>
}

/** Lists items in creation order for the control plane. Does not check access keys or roles. */
export function browseItems(
  view: View,
  datastore: Datastore,
  { offset, limit, text = "" }: BrowseItems,
): { readonly total: number; readonly items: BrowsedItem[] } {
  const table = view.table(itemsTable(datastore.dId))
  if (text === "") {
    const items = table.slice(offset, limit).map((item) => browseItem(view, datastore, item))
    return { total: table.size, items }
  }
  const wanted = foldText(text)
  const items: BrowsedItem[] = []
  let total = 0
  table.forEach((item) => {
    const browsed = browseItem(view, datastore, item)
    if (!holdsText(browsed, wanted)) return
    if (total >= offset && items.length < limit) items.push(browsed)
    total += 1
  })
  return { total, items }
}

const holdsText = ({ item, title, values }: BrowsedItem, wanted: string): boolean =>
  foldText(item.iId) === wanted || [title, ...values.values()].some((shown) => foldText(shown).includes(wanted))

export function browseItem(view: View, datastore: Datastore, item: Item): BrowsedItem {
  const context: FormContext = { view, datastore, actor: null, ids: "display", numbers: "text" }
  const values = new Map<Field, string>()
  for (const field of datastore.fields) {
    const value = valueIn(item, field)
    if (value === undefined) continue
    const shown = fieldTypeOf(field).list(value, field, context)
    if (shown !== null && shown !== "") values.set(field, String(shown))
  }
  return { item, title: titleOf(view, item), values }
}
