import type { Caller } from "../../engine/index.ts"
import { type DId, type FId, type IId, nameIn, type OId, oncePer } from "../../model/index.ts"
import {
  type AutoLink,
  type Datastore,
  type Field,
  type Item,
  type Link,
  linkKey,
  makeLink,
  type StoredValue,
} from "../../model/records/index.ts"
import { itemsTable, linksFrom, linksTo, type Tx, type View, valueKey } from "../../state/index.ts"

/**
 * Recomputes an item's automatic links in both directions (model.md section 8.1). Includes links that other datastores' two-way settings
 * create. Manual links and lookup links stay unchanged.
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

/** Recomputes the automatic links of written items later, in a separate transaction. */
export function relinkLater(caller: Caller, written: readonly { readonly after: Item | null }[]): void {
  if (written.length === 0) return
  // Starts the transaction after the promise callbacks that are already queued, so that the write's callers continue first.
  const relink = Promise.resolve().then(() => caller.engine.commit("AutoLink", caller, (tx) => relinkAll(tx, written)))
  caller.engine.background.add(relink)
}

/** Recomputes the automatic links of the items' current versions. Skips deleted items. */
export function relinkAll(tx: Tx, written: readonly { readonly after: Item | null }[]): void {
  for (const { after } of written) {
    const item = after === null ? undefined : tx.get(itemsTable(after.dId), after.iId)
    if (item !== undefined) relinkItem(tx, item)
  }
}

export const hasAutoLinks = (view: View, datastore: Datastore): boolean =>
  datastore.autoLinks.length > 0 || settingsTo(view, datastore.dId).length > 0

interface SettingOf {
  readonly source: Datastore
  readonly setting: AutoLink
}

/** Returns the auto-link settings of all datastores that link in both directions. */
const settingsIn = oncePer((datastores: { toArray(): readonly Datastore[] }): readonly SettingOf[] =>
  datastores
    .toArray()
    .flatMap((source) => source.autoLinks.flatMap((setting) => (setting.both ? [{ source, setting }] : []))),
)

const settingsTo = (view: View, dId: DId): readonly SettingOf[] =>
  settingsIn(view.table("datastores")).filter(({ setting }) => setting.toDId === dId)

/** Recomputes the item's links that other datastores' two-way settings create. */
function relinkBackwards(tx: Tx, item: Item): void {
  const incoming = settingsTo(tx, item.dId)
  for (const { source, setting } of incoming) {
    const { fId } = setting
    const isOfSource = (dId: DId): boolean => dId === source.dId
    const forth = new Map<string, Link>()
    const back = new Map<string, Link>()
    // Several settings may link the same field to this datastore. A link stays if any one of them produces it.
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

/** Returns the other items whose field `fId` equals the item's own field. Options are compared by label. */
function equalItems(view: View, item: Item, ownFId: FId, dId: DId, fId: FId): Item[] {
  const own = findField(view, item.dId, ownFId)
  const field = findField(view, dId, fId)
  const value = own && comparable(view, own, item.values[ownFId])
  if (value === undefined || field === undefined) return []
  const { lang } = view.settings
  const options =
    "options" in field
      ? new Set<unknown>(field.options.flatMap(({ oId, name }) => (nameIn(name, lang) === value ? oId : [])))
      : undefined
  const table = view.table(itemsTable(dId))
  const isEqual = (stored: StoredValue | undefined): boolean =>
    options === undefined ? scalar(stored) === value : options.has(stored)
  const fits = (candidate: Item): boolean => candidate.iId !== item.iId && isEqual(candidate.values[fId])
  if (!field.unique && !field.hasIndex) return table.toArray().filter(fits)
  // The index has separate keys for numbers and strings, and `value` is always a string.
  const stored = options === undefined ? [value, Number(value)] : ([...options] as OId[])
  return stored
    .map((one) => valueKey(fId, one))
    .flatMap((key) => view.ids("itemValues", key))
    .flatMap((iId) => table.get(iId as IId) ?? [])
    .filter(fits)
}

const findField = (view: View, dId: DId, fId: FId): Field | undefined =>
  view.get("datastores", dId)?.fields.find((field) => field.fId === fId)

/** Converts a value to a string, for comparison with values of other data types. Returns undefined for lists, which equal nothing. */
const scalar = (value: StoredValue | undefined): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined

function comparable(view: View, field: Field, value: StoredValue | undefined): string | undefined {
  if (!("options" in field)) return scalar(value)
  const option = field.options.find(({ oId }) => oId === value)
  return (option && nameIn(option.name, view.settings.lang)) || undefined
}
