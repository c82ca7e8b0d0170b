import { isDeepStrictEqual } from "node:util"
import type { PulledItem } from "../pull/pulled-fixture.ts"
import { type CopiedItem, type FixtureCopy, itemsByKey } from "./fixture-copy.ts"
import { mergeEntries, type ReportChange } from "./merge-trees.ts"

export interface MergedItems {
  readonly items: readonly CopiedItem[]
  /** Whether the result differs from the file. */
  readonly isChanged: boolean
}

/** Merges the items of a datastore that the file and the upstream copy have. `path` names the datastore. */
export async function mergeItems(
  path: string,
  key: string,
  base: FixtureCopy | undefined,
  local: FixtureCopy,
  upstream: FixtureCopy,
  report: ReportChange,
): Promise<MergedItems> {
  const before = base && (await itemsByKey(base, key))
  const here = (await itemsByKey(local, key)) ?? new Map<string, CopiedItem>()
  const there = (await itemsByKey(upstream, key)) ?? new Map<string, CopiedItem>()
  const valuesOf = (items: ReadonlyMap<string, CopiedItem>) => new Map([...items].map(([id, { item }]) => [id, item]))
  const merged = mergeEntries(
    `${path}.items`,
    "list",
    before && valuesOf(before),
    valuesOf(here),
    valuesOf(there),
    report,
  )
  const items = [...merged].map(([id, item]): CopiedItem => {
    const own = here.get(id)
    if (own !== undefined && isDeepStrictEqual(own.item, item)) return own
    return {
      item: item as PulledItem,
      line: own === undefined || own.line !== undefined ? JSON.stringify(item) : undefined,
    }
  })
  const isSame = items.length === here.size && [...here.values()].every((own, at) => items[at] === own)
  return { items, isChanged: !isSame }
}
