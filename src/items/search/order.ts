import { type FormContext, fieldTypeOf, titleReader, valueIn } from "../../fields/index.ts"
import { byText, compareSortKeys, findByEitherId, invalidParams } from "../../model/index.ts"
import type { Item } from "../../model/records/index.ts"
import { fieldsInScope, type SearchScope } from "./scope.ts"

/** A sort criterion. */
export interface Sort {
  /** Internal or display ID of a field, or `i_id`, `created_at`, `updated_at` or `title`. */
  readonly id: string
  /** Default: ascending. */
  readonly order?: "asc" | "desc" | undefined
}

type SortKey = string | number | null

interface SortBy {
  readonly read: (item: Item) => SortKey
  readonly descending: boolean
}

interface RankedItem {
  readonly item: Item
  readonly keys: readonly SortKey[]
}

const NEWEST_FIRST: SortBy = { read: ({ createdAt }) => createdAt, descending: true }

/** Sort order of a search (model.md section 11, "Sort"). The default is newest first. Items with equal sort keys are ordered by i_id. */
export class ItemOrder {
  readonly #by: readonly SortBy[]

  constructor(scope: SearchScope, sorts: readonly Sort[]) {
    this.#by =
      sorts.length === 0
        ? [NEWEST_FIRST]
        : sorts.map(({ id, order }) => ({ read: requireReader(scope, id), descending: order === "desc" }))
  }

  rank(item: Item): RankedItem {
    return { item, keys: this.#by.map(({ read }) => read(item)) }
  }

  readonly compare = (left: RankedItem, right: RankedItem): number => {
    for (let at = 0; at < this.#by.length; at += 1) {
      const difference = compareSortKeys(left.keys[at] as SortKey, right.keys[at] as SortKey)
      if (difference !== 0) return this.#by[at]?.descending === true ? -difference : difference
    }
    return byText(left.item.iId, right.item.iId)
  }

  /** Returns whether an item sorts before a ranked item. Computes only the sort keys that it needs. */
  isBefore(item: Item, other: RankedItem): boolean {
    for (let at = 0; at < this.#by.length; at += 1) {
      const { read, descending } = this.#by[at] as SortBy
      const difference = compareSortKeys(read(item), other.keys[at] as SortKey)
      if (difference !== 0) return descending ? difference > 0 : difference < 0
    }
    return item.iId < other.item.iId
  }
}

function requireReader(scope: SearchScope, id: string): SortBy["read"] {
  const { view, datastore, actor, unrestricted } = scope
  const context: FormContext = {
    view,
    datastore,
    actor: unrestricted === true ? null : actor,
    ids: "internal",
    numbers: "text",
  }
  const fields = fieldsInScope(scope)
  const field = findByEitherId(fields, ({ fId }) => fId, id)
  if (field !== undefined) {
    const type = fieldTypeOf(field)
    return (item) => type.sortKey(valueIn(item, field), field, context)
  }
  switch (id) {
    case "i_id":
      return ({ iId }) => iId
    case "created_at":
      return ({ createdAt }) => createdAt
    case "updated_at":
      return ({ updatedAt }) => updatedAt
    case "title": {
      const read = titleReader(context)
      return (item) => read(item).toLowerCase() || null
    }
    default:
      throw invalidParams(`unknown sort id: ${id}`)
  }
}

/** Maximum page end for which `PageOfItems` uses a heap. For later pages, selecting from all items is faster. */
const HEAP_UP_TO = 5000

/**
 * Collects one page of items in sort order without sorting all items. For early pages, a heap contains the first items up to the page's
 * end. The item on top of the heap sorts last.
 */
export class PageOfItems {
  readonly #order: ItemOrder
  readonly #from: number
  readonly #limit: number
  readonly #isHeap: boolean
  readonly #heap: RankedItem[] = []

  /** `from` is the position of the page's first item. `limit` is the position after its last item. */
  constructor(order: ItemOrder, from: number, limit: number) {
    this.#order = order
    this.#from = from
    this.#limit = limit
    this.#isHeap = limit <= HEAP_UP_TO
  }

  add(item: Item): void {
    const heap = this.#heap
    if (!this.#isHeap || heap.length < this.#limit) {
      heap.push(this.#order.rank(item))
      if (this.#isHeap) this.#up(heap.length - 1)
      return
    }
    const last = heap[0]
    if (last === undefined || !this.#order.isBefore(item, last)) return
    heap[0] = this.#order.rank(item)
    this.#down()
  }

  toArray(): Item[] {
    const { compare } = this.#order
    const ranked = [...this.#heap]
    const end = Math.min(this.#limit, ranked.length)
    if (this.#from >= end) return []
    selectFirst(ranked, end, compare)
    ranked.length = end
    selectFirst(ranked, this.#from, compare)
    return ranked
      .slice(this.#from)
      .sort(compare)
      .map(({ item }) => item)
  }

  #up(from: number): void {
    const heap = this.#heap
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if (this.#order.compare(heap[at] as RankedItem, heap[parent] as RankedItem) <= 0) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #down(): void {
    const heap = this.#heap
    for (let at = 0; ; ) {
      const left = at * 2 + 1
      if (left >= heap.length) return
      const right = left + 1
      const later =
        right < heap.length && this.#order.compare(heap[right] as RankedItem, heap[left] as RankedItem) > 0
          ? right
          : left
      if (this.#order.compare(heap[later] as RankedItem, heap[at] as RankedItem) <= 0) return
      this.#swap(at, later)
      at = later
    }
  }

  #swap(left: number, right: number): void {
    const heap = this.#heap
    const kept = heap[left] as RankedItem
    heap[left] = heap[right] as RankedItem
    heap[right] = kept
  }
}

/** Maximum number of rounds of `selectFirst`, after which it sorts the rest. This limits the time for input that was made to be slow. */
const MAX_ROUNDS = 64

/** Moves the `count` smallest elements to the front of the list. Neither part is sorted. No two elements may be equal. */
export function selectFirst<T>(list: T[], count: number, compare: (left: T, right: T) => number): void {
  const last = count - 1
  let low = 0
  let high = list.length - 1
  for (let round = 0; low < high && last >= low && last < high; round += 1) {
    if (round === MAX_ROUNDS) {
      const rest = list.slice(low, high + 1).sort(compare)
      for (const [at, element] of rest.entries()) list[low + at] = element
      return
    }
    const quarter = (high - low) >> 2
    const three = [list[low + quarter] as T, list[(low + high) >> 1] as T, list[high - quarter] as T]
    const [, pivot] = three.sort(compare) as [T, T, T]
    let left = low
    let right = high
    while (left <= right) {
      while (compare(list[left] as T, pivot) < 0) left += 1
      while (compare(list[right] as T, pivot) > 0) right -= 1
      if (left > right) break
      const moved = list[left] as T
      list[left] = list[right] as T
      list[right] = moved
      left += 1
      right -= 1
    }
    // At this point, elements up to `right` are at most the pivot, and elements from `left` on are at least the pivot.
    if (last <= right) high = right
    else if (last >= left) low = left
    else return
  }
}
