import type { FId, IId } from "../ids.ts"
import type { AutoLink, Datastore } from "../records/datastore.ts"
import type { StoredValue } from "../records/field.ts"
import type { Item } from "../records/item.ts"
import { type Link, linkKey, makeLink } from "../records/link.ts"
import { valueKey } from "../state/indexes.ts"
import { itemsTable } from "../state/tables.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"
import { linksFrom, linksTo } from "./links.ts"

/**
 * Recomputes the links that the auto link settings of an item's datastore give it (model.md section 8.1): to every item whose
 * field holds the same non-empty value, and back where a setting says so. Links by hand and by lookups are not touched.
 */
export function relinkItem(tx: Tx, item: Item): void {
  const settings = tx.expect("datastores", item.dId).autoLinks
  for (const fId of new Set(settings.map((setting) => setting.fId))) {
    const forth = new Map<string, Link>()
    const back = new Map<string, Link>()
    for (const setting of settings) {
      if (setting.fId !== fId) continue
      for (const target of matches(tx, item, setting)) {
        const there = autoLink(fId, item, target, false)
        forth.set(linkKey(there), there)
        const here = autoLink(fId, target, item, true)
        if (setting.both) back.set(linkKey(here), here)
      }
    }
    replace(
      tx,
      linksFrom(tx, item.iId).filter((link) => isOf(link, fId, false)),
      forth,
    )
    replace(
      tx,
      linksTo(tx, item.iId).filter((link) => isOf(link, fId, true)),
      back,
    )
  }
}

/** Whether writes to the datastore's items may change auto links. */
export const hasAutoLinks = (datastore: Datastore): boolean => datastore.autoLinks.length > 0

const isOf = (link: Link, fId: FId, isReverse: boolean): boolean =>
  link.type === "auto" && link.fId === fId && link.isReverse === isReverse

const autoLink = (fId: FId, from: Item, to: Item, isReverse: boolean): Link =>
  makeLink(from, to, { type: "auto", fId, isReverse })

function replace(tx: Tx, old: readonly Link[], now: ReadonlyMap<string, Link>): void {
  for (const link of old) if (!now.has(linkKey(link))) tx.remove("links", linkKey(link))
  for (const link of now.values()) tx.putIfAbsent("links", link)
}

function matches(view: View, item: Item, { fId, toDId, toFId }: AutoLink): Item[] {
  const value = scalar(item.values[fId])
  const datastore = view.get("datastores", toDId)
  const field = datastore?.fields.find((candidate) => candidate.fId === toFId)
  if (value === undefined || field === undefined) return []
  const table = view.table(itemsTable(toDId))
  const fits = (candidate: Item): boolean => candidate.iId !== item.iId && scalar(candidate.values[toFId]) === value
  if (!field.unique && !field.hasIndex) return table.toArray().filter(fits)
  // Numbers stand under keys of their own.
  return [valueKey(toFId, value), valueKey(toFId, Number(value))]
    .flatMap((key) => view.ids("itemValues", key))
    .flatMap((iId) => table.get(iId as IId) ?? [])
    .filter(fits)
}

/** A value as it is compared across data types; lists are never equal to anything. */
const scalar = (value: StoredValue | undefined): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined
