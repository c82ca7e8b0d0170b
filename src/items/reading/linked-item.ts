import { seesDatastore, seesItem } from "../../access/may.ts"
import type { DId, FId, IId, PId } from "../../model/ids.ts"
import type { Lookup } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import { itemsTable } from "../../state/tables.ts"
import type { ListValues, Reading } from "./reading.ts"

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

/** An item another one is linked to. With lookups, its own begin a path. */
export const readLinkedItem = (reading: Reading, item: Item, lookups: boolean): LinkedItem =>
  readItem(reading, item, lookups ? [] : null)

/** A visible item that a lookup names, with its own lookups. */
export const readLookupItem = (reading: Reading, item: Item): LinkedItem => readItem(reading, item, [item.dId])

/** The item that a lookup value names, if the reader sees it. */
export function findLookupTarget(
  { view, actor }: Reading,
  item: Item,
  { fId }: { readonly fId: FId },
  lookup: Lookup,
): Item | undefined {
  const iId = item.values[fId] as IId | undefined
  const target = iId === undefined ? undefined : view.get(itemsTable(lookup.dId), iId)
  if (target === undefined || !seesItem(actor, target)) return undefined
  const datastore = view.get("datastores", target.dId)
  return datastore !== undefined && seesDatastore(view, actor, datastore) ? target : undefined
}

/** The values of an item, and its looked-up items unless `path` is null. */
export function readValues(
  reading: Reading,
  item: Item,
  path: LookupPath | null,
): { readonly values: ListValues; readonly lookupItems?: LookupItems } {
  const columns = reading.columnsOf(item.dId)
  if (path === null || columns.lookups.length === 0) return { values: columns.read(item) }
  const values = { ...columns.read(item) }
  let lookupItems: Record<string, LinkedItem> | undefined
  for (const { key, field, lookup } of columns.lookups) {
    const target = findLookupTarget(reading, item, field, lookup)
    if (target === undefined) continue
    if (occurrences(path, target.dId) >= LOOKUPS_A_DATASTORE) {
      values[key] = target.iId
    } else {
      lookupItems ??= {}
      lookupItems[key] = readItem(reading, target, [...path, target.dId])
    }
  }
  return lookupItems === undefined ? { values } : { values, lookupItems }
}

function readItem(reading: Reading, item: Item, path: LookupPath | null): LinkedItem {
  const { pId, title } = reading.columnsOf(item.dId)
  const { values, lookupItems } = readValues(reading, item, path)
  const shown = title(item)
  return lookupItems === undefined
    ? { item, pId, title: shown, values }
    : { item, pId, title: shown, values, lookupItems }
}

const occurrences = (path: LookupPath, dId: DId): number => {
  let count = 0
  for (const step of path) if (step === dId) count += 1
  return count
}
