import { type FId, oncePer, textSortKey } from "../model/index.ts"
import type { Datastore, DataType, Field, Item } from "../model/records/index.ts"
import type { SortKey } from "./store/tree-nodes.ts"

/**
 * How the values of a type are ordered: as texts, as they are stored, or (null) not by the stored value alone, because their order depends
 * on other records or settings.
 */
const ORDER: Readonly<Record<DataType, "text" | "value" | null>> = {
  text: "text",
  textarea: "text",
  number: "value",
  calc: null,
  autonum: "text",
  datetime: "value",
  date: "value",
  time: "value",
  select: null,
  radio: null,
  checkbox: null,
  users: null,
  file: null,
  dslookup: null,
  status: null,
  label: null,
  separator: null,
}

/** A field whose values have an order. */
export interface OrderedField {
  readonly fId: FId
  readonly isText: boolean
}

export const isOrdered = ({ unique, hasIndex, dataType }: Field): boolean =>
  (unique || hasIndex) && ORDER[dataType] !== null

export const orderedFields = oncePer(({ fields }: Datastore): readonly OrderedField[] =>
  fields.filter(isOrdered).map(({ fId, dataType }) => ({ fId, isText: ORDER[dataType] === "text" })),
)

export const isSameOrder = (field: OrderedField, other: OrderedField | undefined): boolean =>
  field.fId === other?.fId && field.isText === other.isText

export function sortKeyOf({ values }: Item, { fId, isText }: OrderedField): SortKey {
  const value = values[fId]
  if (typeof value === "number") return value
  if (typeof value !== "string") return null
  return isText ? textSortKey(value) : value
}
