import type { FId, IId } from "../model/index.ts"
import { type Item, type ItemRef, type Link, type Lookup, linkKey, makeLink } from "../model/records/index.ts"
import { itemsTable } from "./tables.ts"
import type { Tx } from "./tx.ts"
import type { View } from "./view.ts"

/** Returns the links from an item, ordered by key. */
export const linksFrom = (view: View, iId: IId): Link[] => view.list("links", "linksFrom", iId)

/** Returns the links from an item in creation order. */
export const listLinksFrom = (view: View, iId: IId): Link[] =>
  linksFrom(view, iId)
    .map((link) => ({ link, position: view.table("links").position(linkKey(link)) }))
    .sort((left, right) => left.position - right.position)
    .map(({ link }) => link)

export const linksTo = (view: View, iId: IId): Link[] => view.list("links", "linksTo", iId)

/** Links two items. Does nothing if the link already exists. */
export function addLink(tx: Tx, from: ItemRef, to: ItemRef): void {
  tx.putIfAbsent("links", makeLink(from, to, { type: "link", fId: null, isReverse: false }))
}

/** Removes links other than those of lookup fields, which end with the field's value. Returns whether any was removed. */
export function removeLink(tx: Tx, from: IId, to: IId): boolean {
  const links = linksFrom(tx, from).filter((link) => link.toIId === to && link.type !== "lookup")
  for (const link of links) tx.remove("links", linkKey(link))
  return links.length > 0
}

/**
 * Updates a lookup field's links to its new value (model.md section 8.1), and the reverse links if the field has them.
 */
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

/** Returns the existing target items of links, without duplicates. */
export function linkedItems(view: View, links: readonly Link[]): Item[] {
  const items = new Map<IId, Item>()
  for (const { toIId, toDId } of links) {
    const item = items.has(toIId) ? undefined : view.get(itemsTable(toDId), toIId)
    if (item !== undefined) items.set(toIId, item)
  }
  return [...items.values()]
}
