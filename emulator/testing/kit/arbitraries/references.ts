import type { KitSchema } from "../schema.ts"

/**
 * A placeholder for the ID of item `nth` of a datastore, modulo the number of items. It becomes an ID when the request
 * is sent, because the item might not exist earlier. It is plain data, which fast-check can shrink and print.
 */
export interface ItemReference {
  readonly $item: string
  readonly nth: number
}

export const isItemReference = (value: unknown): value is ItemReference =>
  typeof value === "object" && value !== null && "$item" in value && "nth" in value

/** Valid ID that no item has. */
export const NO_ITEM = "ffffffffffffffffffffffff"

/** Replaces all item references in a value with i_ids. Uses `NO_ITEM` if a reference's datastore has no items. */
export function resolveReferences<T>(value: T, items: (datastore: string) => readonly string[]): T {
  if (isItemReference(value)) {
    const ids = items(value.$item)
    return (ids.length === 0 ? NO_ITEM : (ids[value.nth % ids.length] as string)) as T
  }
  if (Array.isArray(value)) return value.map((one) => resolveReferences(one, items)) as T
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolveReferences(one, items)])) as T
}

export const itemsOfSchema =
  (schema: KitSchema) =>
  (datastore: string): readonly string[] =>
    schema.datastores.find((one) => one.path === datastore)?.items.map((item) => item.iId) ?? []
