import { byText } from "../../model/index.ts"
import type { Item } from "../../model/records/index.ts"
import type { Shortcut } from "./compile.ts"
import { scan } from "./find-items.ts"
import { countVisible, walkPage } from "./plan.ts"
import type { SearchScope } from "./scope.ts"

const always = (): boolean => true

/**
 * Returns the items that the actor may see in the default order: newest first, then by i_id. May leave out items that do not match the
 * conditions of the shortcuts.
 */
export function listNewestFirst(scope: SearchScope, shortcuts: readonly Shortcut[] = []): readonly Item[] {
  const everyItem = { from: 0, limit: Number.POSITIVE_INFINITY }
  const walked = shortcuts.length > 0 ? undefined : walkPage(scope, [], null, everyItem, always)
  if (walked !== undefined) return walked.items
  const items: Item[] = []
  scan(scope, { test: null, shortcuts, hasPatterns: false }, (item) => void items.push(item))
  return items.sort((left, right) => byText(right.createdAt, left.createdAt) || byText(left.iId, right.iId))
}

/** Returns the items at the positions from `from` up to but not including `limit` in the default order, and the number of all items. */
export function pageNewestFirst(
  scope: SearchScope,
  page: { readonly from: number; readonly limit: number },
): { readonly items: readonly Item[]; readonly total: number } {
  const items = walkPage(scope, [], null, page, always)?.items ?? listNewestFirst(scope).slice(page.from, page.limit)
  return { items, total: countVisible(scope) }
}
