import { invalidParams } from "../../model/error.ts"
import type { FormContext } from "../../fields/types/field-type.ts"
import { kindOf } from "../../fields/types/registry.ts"
import { compareSortKeys } from "../../model/order.ts"
import { titleReader } from "../../fields/title.ts"
import { valueIn } from "../../fields/value-in.ts"
import { byText } from "../../order.ts"
import type { Item } from "../../model/records/item.ts"
import { fieldsInScope, type SearchScope } from "./scope.ts"
import { selectFirst } from "./select-first.ts"

/** What to sort by: a field's internal or display ID, or i_id, created_at, updated_at, title. */
export interface Sort {
  /** A field by its ID or display ID, or `i_id`, `created_at`, `updated_at`, `title`. */
  readonly id: string
  /** Ascending when absent. */
  readonly order?: "asc" | "desc" | undefined
}

type SortKey = string | number | null

interface SortBy {
  readonly read: (item: Item) => SortKey
  readonly descending: boolean
}

/** An item with what it is sorted by. */
interface Ranked {
  readonly item: Item
  readonly keys: readonly SortKey[]
}

/** The most that a request may sort by. */
const MAX_SORTS = 10

const NEWEST_FIRST: SortBy = { read: ({ createdAt }) => createdAt, descending: true }

/** The order of a search (model.md section 11, "Sort"): newest first without any; ties by i_id. */
export class ItemOrder {
  readonly #by: readonly SortBy[]

  constructor(scope: SearchScope, sorts: readonly Sort[]) {
    if (sorts.length > MAX_SORTS) throw invalidParams(`more than ${MAX_SORTS} sort fields`)
    this.#by =
      sorts.length === 0
        ? [NEWEST_FIRST]
        : sorts.map(({ id, order }) => ({ read: requireReader(scope, id), descending: order === "desc" }))
  }

  rank(item: Item): Ranked {
    return { item, keys: this.#by.map(({ read }) => read(item)) }
  }

  readonly compare = (left: Ranked, right: Ranked): number => {
    for (let at = 0; at < this.#by.length; at += 1) {
      const difference = compareSortKeys(left.keys[at] as SortKey, right.keys[at] as SortKey)
      if (difference !== 0) return this.#by[at]?.descending === true ? -difference : difference
    }
    return byText(left.item.iId, right.item.iId)
  }

  /** Whether an item comes before a ranked one; reads no more of it than needed. */
  isBefore(item: Item, other: Ranked): boolean {
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
  const field = fields.find(({ fId }) => fId === id) ?? fields.find(({ displayId }) => displayId === id)
  if (field !== undefined) {
    const kind = kindOf(field)
    return (item) => kind.sortKey(valueIn(item, field), field, context)
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

/** From so many on, it is cheaper to collect everything and to select from it once than to keep a heap. */
const HEAP_UP_TO = 5000

/**
 * Collects items and answers those of a page in order, without sorting the rest. Of a page near the beginning no more is kept than the
 * items up to its end: a heap with the last one on top.
 */
export class PageOfItems {
  readonly #order: ItemOrder
  readonly #from: number
  readonly #limit: number
  readonly #isHeap: boolean
  readonly #heap: Ranked[] = []

  /** The items from place `from` of the order up to, but without, place `limit`. */
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
      if (this.#order.compare(heap[at] as Ranked, heap[parent] as Ranked) <= 0) return
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
        right < heap.length && this.#order.compare(heap[right] as Ranked, heap[left] as Ranked) > 0 ? right : left
      if (this.#order.compare(heap[later] as Ranked, heap[at] as Ranked) <= 0) return
      this.#swap(at, later)
      at = later
    }
  }

  #swap(left: number, right: number): void {
    const heap = this.#heap
    const kept = heap[left] as Ranked
    heap[left] = heap[right] as Ranked
    heap[right] = kept
  }
}
