import { DomainError, type Instant } from "../model/index.ts"
import type { Indexes, IndexName, SortedIndexName } from "./indexes.ts"
import type { ItemOrders } from "./item-orders.ts"
import type { Scalars, Settings } from "./scalars.ts"
import type { State } from "./state.ts"
import type { IndexEntry } from "./store/sorted-index.ts"
import type { Table } from "./store/table.ts"
import type { TableName, TableSet, Tables } from "./tables.ts"

/** A read-only view of a state at an instant. In a transaction, it includes the transaction's own writes. */
export class View {
  readonly base: State
  /** The world's time with milliseconds; constant for the lifetime of the view. */
  readonly now: Instant
  /** Base URL of the world, without a trailing slash, for links in mails and for pictures. */
  readonly baseUrl: string
  protected tables: TableSet
  protected indexes: Indexes
  protected currentScalars: Scalars

  constructor(state: State, now: Instant, baseUrl: string) {
    this.base = state
    this.now = now
    this.baseUrl = baseUrl
    this.tables = state.tables
    this.indexes = state.indexes
    this.currentScalars = state.scalars
  }

  /** Returns an immutable table. The result is the same object until a record changes. */
  table<N extends TableName>(name: N): Table<Tables[N]> {
    return this.tables.get(name)
  }

  /** Returns all records of a table in insertion order. */
  all<N extends TableName>(name: N): Tables[N][] {
    return this.table(name).toArray()
  }

  get<N extends TableName>(name: N, id: string): Tables[N] | undefined {
    return this.table(name).get(id)
  }

  /** Returns the record with an ID that another record contains. Throws SYSTEM_ERROR if the record is missing. */
  expect<N extends TableName>(name: N, id: string): Tables[N] {
    const record = this.get(name, id)
    if (record === undefined) throw new DomainError("SYSTEM_ERROR", "store", `the record ${id} is missing in ${name}`)
    return record
  }

  ids(index: IndexName, key: string, limit?: number): string[] {
    return this.indexes[index].list(key, limit)
  }

  /** Returns the number of IDs that `ids` returns without a limit. */
  countIds(index: Exclude<IndexName, SortedIndexName>, key: string): number {
    return this.indexes[index].count(key)
  }

  hasEntry(index: IndexName, key: string, id: string): boolean {
    return this.indexes[index].has(key, id)
  }

  lowest(index: SortedIndexName): IndexEntry | undefined {
    return this.indexes[index].lowest()
  }

  /** Returns the index's entries in order, up to and including `lastKey`. */
  entriesUpTo(index: SortedIndexName, lastKey: string): IndexEntry[] {
    return this.indexes[index].upTo(lastKey)
  }

  /** The orders of the items of all datastores. */
  get itemOrders(): ItemOrders {
    return this.indexes.itemOrders
  }

  list<N extends TableName>(name: N, index: IndexName, key: string): Tables[N][] {
    return this.ids(index, key).map((id) => this.expect(name, id))
  }

  get scalars(): Scalars {
    return this.currentScalars
  }

  get settings(): Settings {
    return this.currentScalars.settings
  }
}
