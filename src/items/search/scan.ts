import type { Item } from "../../model/records/item.ts"
import type { Compiled, Shortcut } from "./compile.ts"
import { itemsInScope, type SearchScope, visibility } from "./scope.ts"

/** An index pays as long as it leaves out most items. */
const USEFUL_SHARE = 8

/**
 * Calls back with every item of the scope that fits, in no particular order; returning false ends the walk. `beat` is called
 * now and then even while nothing fits.
 */
export function scan(
  scope: SearchScope,
  { test, shortcuts }: Compiled,
  visit: (item: Item) => unknown,
  beat: () => boolean = () => true,
): void {
  const isThere = visibility(scope)
  let count = 0
  const look = (item: Item): boolean => {
    count += 1
    if ((count & 1023) === 0 && !beat()) return false
    if (!isThere(item) || (test !== null && !test(item))) return true
    return visit(item) !== false
  }
  const table = itemsInScope(scope)
  const candidates = narrowest(scope, shortcuts, Math.ceil(table.size / USEFUL_SHARE))
  if (candidates === undefined) table.some((item) => !look(item))
  else {
    for (const iId of candidates) {
      const item = table.get(iId)
      if (item !== undefined && !look(item)) return
    }
  }
}

/** The smallest set of candidates that a shortcut gives, if any gives fewer than `limit`. */
function narrowest(
  { view }: SearchScope,
  shortcuts: readonly Shortcut[],
  limit: number,
): ReadonlySet<string> | undefined {
  let best: ReadonlySet<string> | undefined
  for (const shortcut of shortcuts) {
    const most = best?.size ?? limit
    const found = new Set<string>("iIds" in shortcut ? shortcut.iIds : [])
    for (const key of "keys" in shortcut ? shortcut.keys : []) {
      if (found.size > most) break
      for (const iId of view.ids("itemValues", key, most + 1)) found.add(iId)
    }
    if (found.size <= most) best = found
  }
  return best
}
