import { findByEitherId } from "../../model/index.ts"
import type { Field, Item } from "../../model/records/index.ts"
import { type AccessSet, isOrdered } from "../../state/index.ts"
import type { Shortcut } from "./compile.ts"
import type { Sort } from "./order.ts"
import { fieldsInScope, itemsInScope, type SearchScope, visibility } from "./scope.ts"

/** An index is used only if it leaves at most 1/`USEFUL_SHARE` of the items to test. */
const USEFUL_SHARE = 8

/** Maximum number of orders that a walk merges. With more sets of access keys, it walks all items and skips the hidden ones. */
const MAX_MERGED = 16

/** Items that an index finds: all matches, and possibly other items. */
interface Lookup {
  readonly name: string
  /** Number of the items. An item may count several times. */
  readonly count: number
  readonly iIds: () => Iterable<string>
}

/** Returns the lookup with the fewest items. Returns undefined if a scan of all items is better. */
export function narrowestLookup(scope: SearchScope, shortcuts: readonly Shortcut[]): Lookup | undefined {
  const most = itemsInScope(scope).size / USEFUL_SHARE
  let best: Lookup | undefined
  for (const shortcut of [...shortcuts, ...accessShortcuts(scope)]) {
    const lookup = "name" in shortcut ? shortcut : lookupOf(scope, shortcut)
    if (lookup !== undefined && lookup.count <= Math.min(most, best?.count ?? most)) best = lookup
  }
  return best
}

function lookupOf(scope: SearchScope, shortcut: Shortcut): Lookup | undefined {
  const { view, datastore } = scope
  if ("iIds" in shortcut) return { name: "i_id", count: shortcut.iIds.length, iIds: () => shortcut.iIds }
  const { fId } = shortcut
  const field = datastore.fields.find((one) => one.fId === fId)
  const name = field?.displayId ?? fId
  if ("keys" in shortcut) {
    const { keys } = shortcut
    const count = keys.reduce((sum, key) => sum + view.countIds("itemValues", key), 0)
    return { name, count, iIds: () => keys.flatMap((key) => view.ids("itemValues", key)) }
  }
  if (field !== undefined && !isOrdered(field)) return undefined
  const tree = treeBy(scope, field)
  const parts = shortcut.ranges.map(({ from, to }) => [tree.rank(from), tree.rankAfter(to)] as const)
  const count = parts.reduce((sum, [start, end]) => sum + Math.max(0, end - start), 0)
  return { name, count, iIds: () => parts.flatMap(([start, end]) => [...tree.ids(start, end)]) }
}

/** Returns the order by a field's values, or by creation without a field. */
const treeBy = ({ view, datastore }: SearchScope, field: Field | undefined) =>
  field === undefined ? view.itemOrders.byCreation(datastore.dId) : view.itemOrders.byField(datastore.dId, field.fId)

const accessShortcuts = (scope: SearchScope): Lookup[] => {
  if (scope.unrestricted === true) return []
  const sets = visibleSets(scope)
  const iIds = () => sets.flatMap((set) => [...treeOf(scope, set).ids()])
  return [{ name: "access", count: sizeOf(sets), iIds }]
}

type Sight = Pick<SearchScope, "view" | "datastore" | "actor" | "unrestricted">

const treeOf = ({ view, datastore }: Sight, { name }: AccessSet) => view.itemOrders.bySet(datastore.dId, name)

const sizeOf = (sets: readonly AccessSet[]): number => sets.reduce((sum, { size }) => sum + size, 0)

const visibleSets = (scope: Sight): AccessSet[] =>
  scope.view.itemOrders.accessSets(scope.datastore.dId).filter(visibility(scope))

/** Returns the number of items that the actor may see. */
export const countVisible = (scope: Sight): number =>
  scope.unrestricted === true ? itemsInScope(scope).size : sizeOf(visibleSets(scope))

interface Page {
  /** Position of the page's first item. */
  readonly from: number
  /** Position after the page's last item. */
  readonly limit: number
}

/** An index whose order is the order that a search asks for. */
interface Walk {
  readonly name: string
  /** Whether the items are exactly those that the actor may see, so that positions can be skipped. */
  readonly isExact: boolean
  readonly iIds: (from: number) => Iterable<string>
}

/**
 * Returns the items of a page in sort order by walking an index up to the page's end. Returns undefined if no index has the order, or if
 * the walk would pass so many other items that a scan is better. `test` is null if all items match. Calls `beat` regularly, and ends when
 * it returns false.
 */
export function walkPage(
  scope: SearchScope,
  sorts: readonly Sort[],
  test: ((item: Item) => boolean) | null,
  { from, limit }: Page,
  beat: () => boolean,
): { readonly plan: string; readonly items: readonly Item[] } | undefined {
  const walk = walkFor(scope, sorts)
  if (walk === undefined) return undefined
  const table = itemsInScope(scope)
  const skipsAll = walk.isExact && test === null
  const isThere = visibility(scope)
  const maxPassed = skipsAll ? Number.POSITIVE_INFINITY : limit + table.size / USEFUL_SHARE
  const items: Item[] = []
  let position = skipsAll ? from : 0
  let passed = 0
  const plan = `${walk.name}, ${limit === Number.POSITIVE_INFINITY ? "all" : from === 0 ? `first ${limit}` : `${from + 1} to ${limit}`}`
  if (position >= limit) return { plan, items }
  for (const iId of walk.iIds(position)) {
    passed += 1
    if (passed > maxPassed) return undefined
    if ((passed & 1023) === 0 && !beat()) break
    const item = table.get(iId) as Item
    if (!skipsAll && (!isThere(item) || (test !== null && !test(item)))) continue
    if (position >= from) items.push(item)
    position += 1
    if (position >= limit) break
  }
  return { plan, items }
}

function walkFor(scope: SearchScope, sorts: readonly Sort[]): Walk | undefined {
  const [sort = { id: "created_at", order: "desc" as const }, ...others] = sorts
  if (others.length > 0) return undefined
  const field = findByEitherId(fieldsInScope(scope), ({ fId }) => fId, sort.id)
  const isDescending = sort.order === "desc"
  const size = itemsInScope(scope).size
  const visible = countVisible(scope)
  if (field === undefined && sort.id !== "created_at") return undefined
  if (field !== undefined && !isOrdered(field)) return undefined
  const name = field?.displayId ?? sort.id
  if (visible < size && field === undefined) {
    const sets = visibleSets(scope)
    if (sets.length <= MAX_MERGED) {
      const iIds = (from: number) => inOrderOfCreation(scope, sets, isDescending, from)
      return { name, isExact: true, iIds }
    }
  }
  if (visible * USEFUL_SHARE <= size && visible < size) return undefined
  const tree = treeBy(scope, field)
  return {
    name,
    isExact: visible === size,
    iIds: (from) => (isDescending ? tree.idsDescending(from) : tree.ids(from)),
  }
}

/** Merges the items of several sets. */
function* inOrderOfCreation(
  scope: SearchScope,
  sets: readonly AccessSet[],
  isDescending: boolean,
  from: number,
): Generator<string, void> {
  const table = itemsInScope(scope)
  const next = (iIds: Iterator<string>) => {
    const { done, value } = iIds.next()
    return done === true ? undefined : (table.get(value) as Item)
  }
  const isBefore = (left: Item, right: Item) =>
    left.createdAt === right.createdAt ? left.iId < right.iId : left.createdAt < right.createdAt !== isDescending
  const heads = sets.flatMap((set) => {
    const tree = treeOf(scope, set)
    const iIds = isDescending ? tree.idsDescending() : tree.ids()
    const item = next(iIds)
    return item === undefined ? [] : [{ iIds, item }]
  })
  for (let position = 0; heads.length > 0; position += 1) {
    let first = 0
    for (let at = 1; at < heads.length; at += 1)
      if (isBefore((heads[at] as { item: Item }).item, (heads[first] as { item: Item }).item)) first = at
    const head = heads[first] as (typeof heads)[number]
    if (position >= from) yield head.item.iId
    const item = next(head.iIds)
    if (item === undefined) heads.splice(first, 1)
    else head.item = item
  }
}
