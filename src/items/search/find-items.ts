import { invalidParams } from "../../model/index.ts"
import type { Condition, Item } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { type CompiledConditions, compileConditions } from "./compile.ts"
import { loadPatterns } from "./pattern.ts"
import { narrowestLookup } from "./plan.ts"
import { itemsInScope, type SearchScope, visibility } from "./scope.ts"

/**
 * Calls `visit` for every matching item, in no particular order. Also calls `beat` regularly. Ends when one of them returns false. Returns
 * which items were tested, for developers.
 */
export function scan(
  scope: SearchScope,
  { test, shortcuts, found }: CompiledConditions,
  visit: (item: Item) => unknown,
  beat: () => boolean = () => true,
): string {
  const isThere = visibility(scope)
  let count = 0
  const look = (item: Item): boolean => {
    count += 1
    if ((count & 1023) === 0 && !beat()) return false
    if (!isThere(item) || (test !== null && !test(item))) return true
    return visit(item) !== false
  }
  if (found !== undefined) {
    for (const item of found) if (!look(item)) break
    return `patterns, all ${itemsInScope(scope).size} items`
  }
  const table = itemsInScope(scope)
  const lookup = narrowestLookup(scope, shortcuts)
  if (lookup === undefined) {
    table.some((item) => !look(item))
    return `scan, all ${table.size} items`
  }
  for (const iId of new Set(lookup.iIds())) {
    const item = table.get(iId)
    if (item !== undefined && !look(item)) break
  }
  return `${lookup.name}, ${lookup.count} of ${table.size} items`
}

/** Tests regular expressions in advance, with pauses for other work. Returns conditions that contain the matching items. */
export async function tryPatterns(scope: SearchScope, compiled: CompiledConditions): Promise<CompiledConditions> {
  const { test, shortcuts, hasPatterns } = compiled
  if (scope.turns === undefined || test === null || !hasPatterns) return compiled
  const candidates: Item[] = []
  // Visibility is tested together with the conditions, so that each item is read only once.
  const everyItem = { test: null, shortcuts, hasPatterns: false }
  scan({ ...scope, unrestricted: true }, everyItem, (item) => void candidates.push(item))
  const isThere = visibility(scope)
  const found = await scope.turns.filter(candidates, (item) => isThere(item) && test(item))
  return { test: null, shortcuts: [], hasPatterns: false, found }
}

interface How {
  /** If true, items must match at least one condition. If false (the default), they must match all conditions. */
  readonly useOrCondition?: boolean
  /** If true, throws if the conditions match all items. This protects bulk operations. */
  readonly mustRestrict?: boolean
}

/**
 * Returns all matching items, sorted by creation time and then by i_id. Throws INVALID_PARAMS, or INVALID_VALUE for an invalid regular
 * expression (model.md section 11).
 */
export async function findItems(
  scope: SearchScope,
  conditions: readonly Condition[],
  how: How = {},
): Promise<readonly Item[]> {
  await loadPatterns(conditions)
  return collect(scope, await tryPatterns(scope, compileTo(scope, conditions, how)))
}

/** Searches before a transaction, which cannot pause. The returned function searches again if the state has changed since. */
export async function findItemsAhead(
  view: View,
  scopeIn: (view: View) => SearchScope,
  conditions: readonly Condition[],
  how: How = {},
): Promise<(tx: View) => readonly Item[]> {
  const found = await findItems(scopeIn(view), conditions, how)
  return (tx) => {
    if (tx.base === view.base) return found
    const { turns: _, ...scope } = scopeIn(tx)
    return collect(scope, compileTo(scope, conditions, how))
  }
}

function compileTo(
  scope: SearchScope,
  conditions: readonly Condition[],
  { useOrCondition = false, mustRestrict }: How,
) {
  const compiled = compileConditions(scope, conditions, useOrCondition)
  if (mustRestrict === true && compiled.test === null)
    throw invalidParams("the conditions must restrict the items; the given conditions match every item")
  return compiled
}

function collect(scope: SearchScope, compiled: CompiledConditions): Item[] {
  const found: Item[] = []
  scan(scope, compiled, (item) => void found.push(item))
  return found.sort((left, right) =>
    left.createdAt === right.createdAt ? (left.iId < right.iId ? -1 : 1) : left.createdAt < right.createdAt ? -1 : 1,
  )
}
