import type { FId } from "../model/ids.ts"
import type { Datastore } from "../records/datastore.ts"
import type { StoredValue } from "../model/records/field.ts"
import type { Item } from "../model/records/item.ts"
import { itemsTable } from "../state/tables.ts"
import type { View } from "../state/view.ts"

/** The items of a datastore that have a value of a field, as they are now; with `isMeant` only those of such values. */
export function itemsWithValue(
  view: View,
  { dId }: Pick<Datastore, "dId">,
  fId: FId,
  isMeant: (value: StoredValue) => boolean = () => true,
): readonly Item[] {
  const items: Item[] = []
  view.table(itemsTable(dId)).forEach((item) => {
    const value = item.values[fId]
    if (value !== undefined && isMeant(value)) items.push(item)
  })
  return items
}
