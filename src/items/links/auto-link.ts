import type { DId, FId, IId } from "../../model/ids.ts"
import type { AutoLink, Datastore } from "../../records/datastore.ts"
import type { StoredValue } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import { type Link, linkKey, makeLink } from "../../model/records/link.ts"
import { valueKey } from "../../state/indexes.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"
import { linksFrom, linksTo } from "../../state/links.ts"

/**
 * Recomputes the links that the auto link settings of an item's datastore give it (model.md section 8.1): to every item whose
 * field holds the same non-empty value, and back where a setting says so; and those that settings for both directions of other
 * datastores give it. Links by hand and by lookups are not touched.
 */
export function relinkItem(tx: Tx, item: Item): void {
  const settings = tx.expect("datastores", item.dId).autoLinks
  for (const fId of new Set(settings.map((setting) => setting.fId))) {
    const forth = new Map<string, Link>()
    const back = new Map<string, Link>()
    for (const setting of settings) {
      if (setting.fId !== fId) continue
      for (const target of equalItems(tx, item, fId, setting.toDId, setting.toFId)) {
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
  relinkBackwards(tx, item)
}

/** Whether writes to the datastore's items may change auto links. */
export const hasAutoLinks = (view: View, datastore: Datastore): boolean =>
  datastore.autoLinks.length > 0 || settingsTo(view, datastore.dId).length > 0

/** A setting, and the datastore whose it is. */
interface SettingOf {
  readonly source: Datastore
  readonly setting: AutoLink
}

const settings = new WeakMap<object, readonly SettingOf[]>()

/** The settings for both directions that lead to a datastore; they are read once as long as no datastore changes. */
function settingsTo(view: View, dId: DId): readonly SettingOf[] {
  const table = view.table("datastores")
  let both = settings.get(table)
  if (both === undefined) {
    both = table
      .toArray()
      .flatMap((source) => source.autoLinks.flatMap((setting) => (setting.both ? [{ source, setting }] : [])))
    settings.set(table, both)
  }
  return both.filter(({ setting }) => setting.toDId === dId)
}

/** Renews what settings for both directions say of an item on their other side. */
function relinkBackwards(tx: Tx, item: Item): void {
  const incoming = settingsTo(tx, item.dId)
  for (const { source, setting } of incoming) {
    const { fId } = setting
    const isOfSource = (dId: DId): boolean => dId === source.dId
    const forth = new Map<string, Link>()
    const back = new Map<string, Link>()
    // Several settings may join one field to this datastore: what any of them gives stays.
    for (const one of source.autoLinks) {
      if (one.fId !== fId || one.toDId !== item.dId) continue
      for (const origin of equalItems(tx, item, one.toFId, source.dId, fId)) {
        const there = autoLink(fId, origin, item, false)
        if (one.both || tx.get("links", linkKey(there)) !== undefined) forth.set(linkKey(there), there)
        const here = autoLink(fId, item, origin, true)
        if (one.both) back.set(linkKey(here), here)
      }
    }
    replace(
      tx,
      linksTo(tx, item.iId).filter((link) => isOf(link, fId, false) && isOfSource(link.fromDId)),
      forth,
    )
    replace(
      tx,
      linksFrom(tx, item.iId).filter((link) => isOf(link, fId, true) && isOfSource(link.toDId)),
      back,
    )
  }
}

const isOf = (link: Link, fId: FId, isReverse: boolean): boolean =>
  link.type === "auto" && link.fId === fId && link.isReverse === isReverse

const autoLink = (fId: FId, from: Item, to: Item, isReverse: boolean): Link =>
  makeLink(from, to, { type: "auto", fId, isReverse })

function replace(tx: Tx, old: readonly Link[], now: ReadonlyMap<string, Link>): void {
  for (const link of old) if (!now.has(linkKey(link))) tx.remove("links", linkKey(link))
  for (const link of now.values()) tx.putIfAbsent("links", link)
}

/** The items of a datastore whose field holds the value of the item's own field. */
function equalItems(view: View, item: Item, ownFId: FId, dId: DId, fId: FId): Item[] {
  const value = scalar(item.values[ownFId])
  const datastore = view.get("datastores", dId)
  const field = datastore?.fields.find((candidate) => candidate.fId === fId)
  if (value === undefined || field === undefined) return []
  const table = view.table(itemsTable(dId))
  const fits = (candidate: Item): boolean => candidate.iId !== item.iId && scalar(candidate.values[fId]) === value
  if (!field.unique && !field.hasIndex) return table.toArray().filter(fits)
  // Numbers stand under keys of their own.
  return [valueKey(fId, value), valueKey(fId, Number(value))]
    .flatMap((key) => view.ids("itemValues", key))
    .flatMap((iId) => table.get(iId as IId) ?? [])
    .filter(fits)
}

/** A value as it is compared across data types; lists are never equal to anything. */
const scalar = (value: StoredValue | undefined): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined
