import type { WireFieldDefinition, WireFieldValue } from "../../../emulator/api/index.ts"
import { appearanceOf, type Control } from "./data-types.ts"

export type Field = WireFieldDefinition
type Single = Exclude<WireFieldValue, readonly unknown[]>
type Element = Extract<WireFieldValue, readonly unknown[]>[number]
export type FieldValue = Single | readonly Element[] | Element | undefined

/** Value of a field in a form: a string, or a list of selected IDs (options, users or files). */
export type Draft = string | readonly string[]

type Typed = Pick<Field, "dataType">

const LISTS: ReadonlySet<Control> = new Set<Control>(["checks", "users", "files"])

export const isList = (field: Typed): boolean => LISTS.has(appearanceOf(field).control)

export const isWritable = (field: Typed): boolean => appearanceOf(field).control !== "none"

const idIn = (value: unknown): string => {
  if (typeof value === "string") return value
  if (typeof value !== "object" || value === null) return ""
  for (const key of ["user_id", "file_id", "item_id"]) {
    const id: unknown = Reflect.get(value, key)
    if (typeof id === "string") return id
  }
  return ""
}

/** Converts a value from GetItemDetails with display IDs to a form's initial value. */
export function draftOf(field: Typed, value: FieldValue): Draft {
  const { control } = appearanceOf(field)
  if (isList(field)) return (Array.isArray(value) ? value : value === null || value === "" ? [] : [value]).map(idIn)
  if (value === null || value === undefined) return ""
  if (control === "lookup") return idIn(value)
  const text = String(value)
  if (control === "date") return text.slice(0, 10)
  if (control === "datetime") return text.slice(0, 19)
  return text
}

/** Converts a form's value to the value to send. */
export const inputOf = (field: Typed, draft: Draft): unknown =>
  typeof draft === "string" ? textToSend(field, draft) : draft

/**
 * Converts the value of an input element to the text to send (model.md section 5.2). Null if it is empty. Browsers omit
 * seconds that are zero.
 */
export function textToSend(field: Typed, text: string): string | null {
  if (text === "") return null
  return appearanceOf(field).control === "datetime" ? `${text.length === 16 ? `${text}:00` : text}Z` : text
}

export const isSame = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other)

export const isMany = (value: FieldValue): value is readonly Element[] => Array.isArray(value)

export function shownValue(value: FieldValue): string {
  if (value === null || value === undefined) return ""
  if (typeof value !== "object") return String(value)
  if (isMany(value)) return value.map(shownValue).join(", ")
  if ("user_name" in value) return value.user_name
  if ("filename" in value) return value.filename
  return value.title
}
