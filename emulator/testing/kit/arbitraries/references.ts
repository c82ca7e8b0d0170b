import type { KitSchema } from "../schema.ts"

/**
 * A stand-in for an item's ID, drawn before the item exists: the `nth` item of the datastore, counted round the ones that are
 * there when the request is made. Written as data so that it shrinks and prints well.
 */
export interface ItemReference {
  readonly $item: string
  readonly nth: number
}

export const isItemReference = (value: unknown): value is ItemReference =>
  typeof value === "object" && value !== null && "$item" in value && "nth" in value

/** What stands for an item that is nowhere. */
export const NO_ITEM = "ffffffffffffffffffffffff"

/** Replaces every reference inside a value; a datastore without items gives an ID that is nowhere. */
export function resolveReferences<T>(value: T, items: (datastore: string) => readonly string[]): T {
  if (isItemReference(value)) {
    const ids = items(value.$item)
    return (ids.length === 0 ? NO_ITEM : (ids[value.nth % ids.length] as string)) as T
  }
  if (Array.isArray(value)) return value.map((one) => resolveReferences(one, items)) as T
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolveReferences(one, items)])) as T
}

/** The items a schema was read with, for values that are used at once. */
export const itemsOfSchema =
  (schema: KitSchema) =>
  (datastore: string): readonly string[] =>
    schema.datastores.find((one) => one.path === datastore)?.items.map((item) => item.iId) ?? []
