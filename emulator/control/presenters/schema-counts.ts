import type { Item, State, View } from "../../../src/inside.ts"

/** What is needed of a table of items. */
interface Items {
  forEach(visit: (item: Item) => void): void
}

/** Tables are values, so what was counted of one holds as long as it is there. */
const statuses = new WeakMap<object, ReadonlyMap<string, number>>()

/** How many items have each status, by its internal ID. */
export function countStatuses(items: Items): ReadonlyMap<string, number> {
  const known = statuses.get(items)
  if (known !== undefined) return known
  const counts = new Map<string, number>()
  items.forEach(({ statusId }) => {
    if (statusId !== null) counts.set(statusId, (counts.get(statusId) ?? 0) + 1)
  })
  statuses.set(items, counts)
  return counts
}

interface LinkCounts {
  /** By the field that keeps them. */
  readonly lookups: ReadonlyMap<string, number>
  /** By the field that keeps them and the datastore they lead to: `FIELD>DATASTORE`. */
  readonly autos: ReadonlyMap<string, number>
  /** Links by hand: `DATASTORE>DATASTORE`. */
  readonly links: ReadonlyMap<string, number>
}

const links = new WeakMap<State, LinkCounts>()

/** How many links there are of each kind between datastores. */
export function countLinks(view: View): LinkCounts {
  const known = links.get(view.base)
  if (known !== undefined) return known
  const counts = {
    lookups: new Map<string, number>(),
    autos: new Map<string, number>(),
    links: new Map<string, number>(),
  }
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  view.table("links").forEach(({ type, fId, isReverse, fromDId, toDId }) => {
    if (isReverse) return
    if (type === "link") add(counts.links, `${fromDId}>${toDId}`)
    else if (type === "lookup") add(counts.lookups, fId ?? "")
    else add(counts.autos, `${fId}>${toDId}`)
  })
  links.set(view.base, counts)
  return counts
}
