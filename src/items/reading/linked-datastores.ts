import { seesDatastore, seesItem } from "../../access/may.ts"
import { readableFields } from "../../fields/readable-fields.ts"
import type { DId, IId } from "../../model/ids.ts"
import { listLinksFrom } from "../../state/links.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import { itemsTable } from "../../state/tables.ts"
import { type LinkedItem, readLinkedItem } from "./linked-item.ts"
import type { Reading } from "./reading.ts"

/** The items of one datastore that an item is linked to, with the fields their values belong to (api.md section 8, LinkedDs). */
export interface LinkedDatastore {
  readonly datastore: Datastore
  readonly fields: readonly Field[]
  /** In the order the links were made. */
  readonly items: readonly LinkedItem[]
}

/** What an item is linked to, as far as the reader sees it: the linked items by datastore, each once. */
export function listVisibleTargets(reading: Reading, iId: IId, only?: DId): Map<Datastore, Item[]> {
  const { view, actor } = reading
  const targets = new Map<Datastore, Item[]>()
  const seen = new Set<IId>()
  for (const { toIId, toDId } of listLinksFrom(view, iId)) {
    if (seen.has(toIId) || (only !== undefined && toDId !== only)) continue
    seen.add(toIId)
    const datastore = view.get("datastores", toDId)
    const item = view.get(itemsTable(toDId), toIId)
    if (datastore === undefined || item === undefined) continue
    if (!seesItem(actor, item) || !seesDatastore(view, actor, datastore)) continue
    const items = targets.get(datastore)
    if (items === undefined) targets.set(datastore, [item])
    else items.push(item)
  }
  return targets
}

/** The linked items of an item for its details; datastores without a visible one are left out. */
export const readLinkedDatastores = (
  reading: Reading,
  iId: IId,
  options: { readonly lookups: boolean; readonly only?: DId },
): LinkedDatastore[] =>
  [...listVisibleTargets(reading, iId, options.only)].map(([datastore, items]) => ({
    datastore,
    fields: readableFields(reading.view, reading.actor, datastore),
    items: items.map((item) => readLinkedItem(reading, item, options.lookups)),
  }))
