import { oncePer } from "../../../src/model/index.ts"
import type { Item } from "../../../src/model/records/index.ts"
import type { Tables } from "../../../src/state/index.ts"

interface Items {
  forEach(visit: (item: Item) => void): void
}

export const countStatuses = oncePer((items: Items): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  items.forEach(({ statusId }) => {
    if (statusId !== null) counts.set(statusId, (counts.get(statusId) ?? 0) + 1)
  })
  return counts
})

interface LinkCounts {
  /** Number of links by lookup field. */
  readonly lookups: ReadonlyMap<string, number>
  /** Number of automatic links by field and target datastore: `FIELD>DATASTORE`. */
  readonly autos: ReadonlyMap<string, number>
  /** Number of manual links by pair of datastores: `FROM>TO`. */
  readonly links: ReadonlyMap<string, number>
}

interface Links {
  forEach(visit: (link: Tables["links"]) => void): void
}

export const countLinks = oncePer((links: Links): LinkCounts => {
  const counts = {
    lookups: new Map<string, number>(),
    autos: new Map<string, number>(),
    links: new Map<string, number>(),
  }
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  links.forEach(({ type, fId, isReverse, fromDId, toDId }) => {
    if (isReverse) return
    if (type === "link") add(counts.links, `${fromDId}>${toDId}`)
    else if (type === "lookup") add(counts.lookups, fId ?? "")
    else add(counts.autos, `${fId}>${toDId}`)
  })
  return counts
})
