import type { FId } from "../ids.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Item } from "../records/item.ts"
import { itemsTable } from "../state/tables.ts"
import type { View } from "../state/view.ts"

/** The items of a datastore that have a value of a field, as they are now. */
export function itemsWithValue(view: View, { dId }: Pick<Datastore, "dId">, fId: FId): readonly Item[] {
  const items: Item[] = []
  view.table(itemsTable(dId)).forEach((item) => {
    if (item.values[fId] !== undefined) items.push(item)
  })
  return items
}
