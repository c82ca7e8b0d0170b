import { invalidParams } from "../../model/index.ts"
import type { Condition, Item } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { type CompiledConditions, compileConditions, type Shortcut } from "./compile.ts"
import { loadPatterns } from "./pattern.ts"
import { itemsInScope, type SearchScope, visibility } from "./scope.ts"

/** An index is used only if at most 1/`USEFUL_SHARE` of the items remain as candidates. */
const USEFUL_SHARE = 8

/** Calls `visit` for every match, unordered, until `visit` or `beat` returns false. Calls `beat` regularly, even without matches. */
export function scan(
  scope: SearchScope,
  { test, shortcuts }: CompiledConditions,
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

/** Returns the smallest candidate set of the shortcuts, or undefined if every set has at least `limit` items. */
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

/** Evaluates patterns in advance, with pauses. Returns equivalent conditions without patterns. */
export async function tryPatterns(scope: SearchScope, compiled: CompiledConditions): Promise<CompiledConditions> {
  const { test, shortcuts, hasPatterns } = compiled
  if (scope.turns === undefined || test === null || !hasPatterns) return compiled
  const candidates: Item[] = []
  scan(scope, { test: null, shortcuts, hasPatterns: false }, (item) => void candidates.push(item))
  const fitting = new Set(await scope.turns.filter(candidates, test))
  return { test: (item) => fitting.has(item), shortcuts, hasPatterns: false }
}

interface How {
  /** True: items must match any of the conditions. Default false: items must match all of them. */
  readonly useOrCondition?: boolean
  /** True: throws if the conditions restrict nothing, which protects bulk operations. */
  readonly mustRestrict?: boolean
}

/**
 * Returns all matching items, sorted by creation time, then by i_id. Throws INVALID_PARAMS, or INVALID_VALUE for an invalid regular
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

/** Searches before a transaction, which cannot wait. The returned function repeats the search if the state has changed since. */
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
