import type { FId, IId } from "../model/ids.ts"
import type { Lookup } from "../model/records/field.ts"
import type { Item } from "../model/records/item.ts"
import { type Link, type Linked, linkKey, makeLink } from "../model/records/link.ts"
import { itemsTable } from "./tables.ts"
import type { Tx } from "./tx.ts"
import type { View } from "./view.ts"

/** Links that leave an item, in the order of their keys. */
export const linksFrom = (view: View, iId: IId): Link[] => view.list("links", "linksFrom", iId)

/** Links that leave an item, in the order in which they were made. */
export const listLinksFrom = (view: View, iId: IId): Link[] =>
  linksFrom(view, iId)
    .map((link) => ({ link, position: view.table("links").position(linkKey(link)) }))
    .sort((left, right) => left.position - right.position)
    .map(({ link }) => link)

/** Links that lead to an item. */
export const linksTo = (view: View, iId: IId): Link[] => view.list("links", "linksTo", iId)

/** Links two items by hand, one way; a link that is there already stays. */
export function addLink(tx: Tx, from: Linked, to: Linked): void {
  tx.putIfAbsent("links", makeLink(from, to, { type: "link", fId: null, isReverse: false }))
}

/**
 * Removes the links between two items in one direction, except those that a lookup field keeps: they end with the field's
 * value. True when there were any.
 */
export function removeLink(tx: Tx, from: IId, to: IId): boolean {
  const links = linksFrom(tx, from).filter((link) => link.toIId === to && link.type !== "lookup")
  for (const link of links) tx.remove("links", linkKey(link))
  return links.length > 0
}

/**
 * Keeps the links of a lookup field in line with its value (model.md section 8.1): item → target, and back where the field
 * says so. Undefined means empty.
 */
export function moveLookupLink(
  tx: Tx,
  from: Linked,
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

/** The items a list of links leads to, each once, as far as they exist. */
export function linkedItems(view: View, links: readonly Link[]): Item[] {
  const items = new Map<IId, Item>()
  for (const { toIId, toDId } of links) {
    const item = items.has(toIId) ? undefined : view.get(itemsTable(toDId), toIId)
    if (item !== undefined) items.set(toIId, item)
  }
  return [...items.values()]
}
