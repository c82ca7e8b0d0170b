import type { Actor } from "../access/actor.ts"
import { seesDatastore, seesItem } from "../access/may.ts"
import { readableFields } from "../access/readable-fields.ts"
import type { Datastore } from "../datastores/model.ts"
import type { FormContext } from "../fields/kinds/kind.ts"
import { kindOf, valueIn } from "../fields/kinds/registry.ts"
import type { Field } from "../fields/model.ts"
import type { DId, IId, PId } from "../ids.ts"
import { itemsTable } from "../state/tables.ts"
import type { View } from "../state/view.ts"
import type { Item } from "./model.ts"
import { titleOf } from "./title.ts"

/** For whom items are read, and in which form. */
export interface Reading {
  readonly view: View
  readonly actor: Actor
  /** What field values are keyed by: display IDs or f_ids. */
  readonly ids: "display" | "internal"
  /** How numbers are written in list form (`return_number_value`). */
  readonly numbers: "text" | "number"
}

/** Values in list form (L and K of model.md section 5.2), by field key: every readable field has one. */
export type ListValues = Readonly<Record<string, string | number | null>>

/** Looked-up items by the key of the field that names them. */
export type LookupItems = Readonly<Record<string, LinkedItem>>

/** An item as it stands inside the answer for another one: linked or looked up (model.md section 5.4). */
export interface LinkedItem {
  readonly item: Item
  readonly pId: PId
  readonly title: string
  readonly values: ListValues
  /** Its own looked-up items, when lookups are included and it has any. */
  readonly lookupItems?: LookupItems
}

/** How often a datastore may occur on the way from the first lookup down (model.md section 5.4, "Lookup nesting"). */
const LOOKUPS_A_DATASTORE = 2

/** Datastores of the lookups followed so far, the first one first. */
export type LookupPath = readonly DId[]

export const fieldKey = (field: Field, ids: Reading["ids"]): string => (ids === "display" ? field.displayId : field.fId)

/** An item another one is linked to. With lookups, its own begin a path. */
export const readLinkedItem = (reading: Reading, item: Item, lookups: boolean): LinkedItem =>
  readItem(reading, item, lookups ? [] : null)

/** A visible item that a lookup names, with its own lookups. */
export const readLookupItem = (reading: Reading, item: Item): LinkedItem => readItem(reading, item, [item.dId])

/** The item that a lookup value names, if the actor sees it. */
export function findLookupTarget(reading: Reading, item: Item, field: Field): Item | undefined {
  if (field.dslookup === undefined) return undefined
  const iId = item.values[field.fId] as IId | undefined
  const { view, actor } = reading
  const target = iId === undefined ? undefined : view.get(itemsTable(field.dslookup.dId), iId)
  if (target === undefined || !seesItem(actor, target)) return undefined
  const datastore = view.get("datastores", target.dId)
  return datastore !== undefined && seesDatastore(view, actor, datastore) ? target : undefined
}

/** The values of an item, and its looked-up items unless `path` is null. */
export function readValues(
  reading: Reading,
  datastore: Datastore,
  item: Item,
  path: LookupPath | null,
): { readonly values: ListValues; readonly lookupItems?: LookupItems } {
  const context: FormContext = { ...reading, datastore }
  const values: Record<string, string | number | null> = {}
  let lookupItems: Record<string, LinkedItem> | undefined
  for (const field of readableFields(reading.view, reading.actor, datastore)) {
    const key = fieldKey(field, reading.ids)
    const target = path !== null && field.dslookup !== undefined ? findLookupTarget(reading, item, field) : undefined
    if (path !== null && target !== undefined && occurrences(path, target.dId) >= LOOKUPS_A_DATASTORE) {
      values[key] = target.iId
      continue
    }
    values[key] = kindOf(field).list(valueIn(item, field), field, context)
    if (path !== null && target !== undefined) {
      lookupItems ??= {}
      lookupItems[key] = readItem(reading, target, [...path, target.dId])
    }
  }
  return lookupItems === undefined ? { values } : { values, lookupItems }
}

function readItem(reading: Reading, item: Item, path: LookupPath | null): LinkedItem {
  const datastore = reading.view.expect("datastores", item.dId)
  const title = titleOf(reading.view, item, { ...reading, datastore })
  return { item, pId: datastore.pId, title, ...readValues(reading, datastore, item, path) }
}

const occurrences = (path: LookupPath, dId: DId): number => {
  let count = 0
  for (const step of path) if (step === dId) count += 1
  return count
}
