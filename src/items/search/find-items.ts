import { invalidParams } from "../../model/error.ts"
import type { Condition } from "../../records/condition.ts"
import type { Item } from "../../model/records/item.ts"
import { type Compiled, compileConditions } from "./compile.ts"
import { scan } from "./scan.ts"
import type { SearchScope } from "./scope.ts"

/**
 * All items of the scope that fit the conditions, the oldest first, those of an instant by i_id: what auto actions work on. Reads its scope's view, so inside a transaction it sees what that wrote.
 *
 * With `unrestricted` in the scope every item of the datastore counts, whatever keys it carries. Refuses an unknown condition
 * ID with INVALID_PARAMS and a bad regular expression with INVALID_VALUE (model.md section 11).
 */
export const findItems = (scope: SearchScope, conditions: readonly Condition[], useOrCondition = false): Item[] =>
  collect(scope, compileConditions(scope, conditions, useOrCondition))

/** The same, refused with INVALID_PARAMS when nothing restricts the search: a slip must not hit everything. */
export function findRestrictedItems(
  scope: SearchScope,
  conditions: readonly Condition[],
  useOrCondition = false,
): Item[] {
  const compiled = compileConditions(scope, conditions, useOrCondition)
  if (compiled.test === null) throw invalidParams("conditions must restrict the items: these do not")
  return collect(scope, compiled)
}

function collect(scope: SearchScope, compiled: Compiled): Item[] {
  const found: Item[] = []
  scan(scope, compiled, (item) => void found.push(item))
  return found.sort((left, right) =>
    left.createdAt === right.createdAt ? (left.iId < right.iId ? -1 : 1) : left.createdAt < right.createdAt ? -1 : 1,
  )
}
