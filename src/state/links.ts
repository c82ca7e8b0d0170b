import type { FId, IId } from "../model/index.ts"
import { type Item, type ItemRef, type Link, type Lookup, linkKey, makeLink } from "../model/records/index.ts"
import { itemsTable } from "./tables.ts"
import type { Tx } from "./tx.ts"
import type { View } from "./view.ts"

/** Returns the links from an item, ordered by key. */
export const linksFrom = (view: View, iId: IId): Link[] => view.list("links", "linksFrom", iId)

/** Returns the links from an item in creation order. */
export const listLinksFrom = (view: View, iId: IId): Link[] => inCreationOrder(view, linksFrom(view, iId))

/** Returns the links from and to an item in creation order. */
export const listLinksOf = (view: View, iId: IId): Link[] =>
  inCreationOrder(view, [...linksFrom(view, iId), ...linksTo(view, iId)])

const inCreationOrder = (view: View, links: readonly Link[]): Link[] =>
  links
    .map((link) => ({ link, position: view.table("links").position(linkKey(link)) }))
    .sort((left, right) => left.position - right.position)
    .map(({ link }) => link)

export const linksTo = (view: View, iId: IId): Link[] => view.list("links", "linksTo", iId)

/** Returns whether any link, of any type, leads from one item to the other. */
export const isLinked = (view: View, from: IId, to: IId): boolean =>
  linksFrom(view, from).some(({ toIId }) => toIId === to)

/** Returns the item at the other end of a link from or to an item. */
export const otherEnd = (link: Link, iId: IId): ItemRef =>
  link.fromIId === iId ? { iId: link.toIId, dId: link.toDId } : { iId: link.fromIId, dId: link.fromDId }

/** Links two items. Does nothing if the link already exists. */
export function addLink(tx: Tx, from: ItemRef, to: ItemRef): void {
  tx.putIfAbsent("links", makeLink(from, to, { type: "link", fId: null, isReverse: false }))
}

/** Removes the links between two items, except links of lookup fields, which follow the field's value. Returns whether any existed. */
export function removeLink(tx: Tx, from: IId, to: IId): boolean {
  const links = linksFrom(tx, from).filter((link) => link.toIId === to && link.type !== "lookup")
  for (const link of links) tx.remove("links", linkKey(link))
  return links.length > 0
}

/** Replaces a lookup field's links after a change of its value (model.md section 8.1), and its reverse links if it has any. */
export function moveLookupLink(
  tx: Tx,
  from: ItemRef,
  fId: FId,
  { dId, reverseLink }: Lookup,
  old: IId | undefined,
  now: IId | undefined,
): void {
  if (old === now) return
  const forth = (to: IId): Link => makeLink(from, { iId: to, dId }, { type: "lookup", fId, isReverse: false })
  const back = (to: IId): Link => makeLink({ iId: to, dId }, from, { type: "lookup", fId, isReverse: true })
  if (old !== undefined) {
    tx.remove("links", linkKey(forth(old)))
    tx.remove("links", linkKey(back(old)))
  }
  if (now !== undefined) {
    tx.putIfAbsent("links", forth(now))
    if (reverseLink) tx.putIfAbsent("links", back(now))
  }
}

/** Returns the items at the other ends of an item's links, without duplicates. */
export function linkedItems(view: View, iId: IId, links: readonly Link[]): Item[] {
  const items = new Map<IId, Item>()
  for (const link of links) {
    const end = otherEnd(link, iId)
    const item = items.has(end.iId) ? undefined : view.get(itemsTable(end.dId), end.iId)
    if (item !== undefined) items.set(end.iId, item)
  }
  return [...items.values()]
}
