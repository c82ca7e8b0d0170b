import type { Field, StoredValue } from "../model/records/field.ts"
import type { Item } from "../model/records/item.ts"

/** An item's stored value of a field, its status for the status field; undefined when empty. */
export const valueIn = (item: Pick<Item, "values" | "statusId">, field: Field): StoredValue | undefined =>
  field.status ? (item.statusId ?? undefined) : item.values[field.fId]
