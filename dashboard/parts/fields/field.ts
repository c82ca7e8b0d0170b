import type { WireFieldValue } from "../../../emulator/contract/item-shapes/values.ts"
import type { WireFieldDefinition } from "../../../emulator/contract/rows/workspace/fields.ts"

export type Field = WireFieldDefinition
type Single = Exclude<WireFieldValue, readonly unknown[]>
type Element = Extract<WireFieldValue, readonly unknown[]>[number]
/** A value of an item's details. */
export type FieldValue = Single | readonly Element[] | Element | undefined

/** What a form holds of a field: a text, or the IDs that are chosen. Files are given by their IDs. */
export type Draft = string | readonly string[]

const LISTS = new Set(["checkbox", "users", "file"])
const UNWRITABLE = new Set(["calc", "autonum", "status", "label", "separator"])

export const isList = (dataType: string): boolean => LISTS.has(dataType)

/** Whether requests may write a field of the type at all. */
export const isWritable = ({ dataType }: Pick<Field, "dataType">): boolean => !UNWRITABLE.has(dataType)

const idIn = (value: unknown): string => {
  if (typeof value === "string") return value
  if (typeof value !== "object" || value === null) return ""
  for (const key of ["user_id", "file_id", "item_id"]) {
    const id: unknown = Reflect.get(value, key)
    if (typeof id === "string") return id
  }
  return ""
}

/** What a form begins with: the value as GetItemDetails answers it by display IDs. */
export function draftOf({ dataType }: Pick<Field, "dataType">, value: FieldValue): Draft {
  if (isList(dataType)) return (Array.isArray(value) ? value : value === null || value === "" ? [] : [value]).map(idIn)
  if (value === null || value === undefined) return ""
  if (dataType === "dslookup") return idIn(value)
  const text = String(value)
  if (dataType === "date") return text.slice(0, 10)
  if (dataType === "datetime") return text.slice(0, 19)
  return text
}

/** What a request carries for what a form holds (model.md section 5.2). */
export function inputOf({ dataType }: Pick<Field, "dataType">, draft: Draft): unknown {
  if (typeof draft !== "string") return draft
  if (draft === "") return null
  if (dataType === "datetime") return `${draft.length === 16 ? `${draft}:00` : draft}Z`
  return draft
}

export const isSame = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether a value is a list of values. */
export const isMany = (value: FieldValue): value is readonly Element[] => Array.isArray(value)

/** A value in words, as lists show it. */
export function shownValue(value: FieldValue): string {
  if (value === null || value === undefined) return ""
  if (typeof value !== "object") return String(value)
  if (isMany(value)) return value.map(shownValue).join(", ")
  if ("user_name" in value) return value.user_name
  if ("filename" in value) return value.filename
  return value.title
}
