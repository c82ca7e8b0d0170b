import { DomainError } from "../model/error.ts"
import type { Instant } from "../model/ids.ts"
import type { IndexEntry } from "./store/sorted-index.ts"
import type { Table } from "./store/table.ts"
import type { Indexes, IndexName, SortedIndexName } from "./indexes.ts"
import type { Scalars, Settings } from "./scalars.ts"
import type { State } from "./state.ts"
import type { TableSet } from "./table-set.ts"
import type { TableName, Tables } from "./tables.ts"

/**
 * What rules read: a state at an instant. Within a transaction the view shows the transaction's own writes.
 */
export class View {
  /** The state it was made of. */
  readonly base: State
  /** The world's time, in the millisecond form; it does not move while a view is in use. */
  readonly now: Instant
  /** Where the world is served, without a trailing slash: the root of links in mails and of pictures. */
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

  /** The table as it stands: a value, the same object until something in it changes. */
  table<N extends TableName>(name: N): Table<Tables[N]> {
    return this.tables.get(name)
  }

  get<N extends TableName>(name: N, id: string): Tables[N] | undefined {
    return this.table(name).get(id)
  }

  /** For an ID that a stored record names, so that its absence is a bug. */
  expect<N extends TableName>(name: N, id: string): Tables[N] {
    const record = this.get(name, id)
    if (record === undefined) throw new DomainError("SYSTEM_ERROR", "store", `no ${name} record ${id}`)
    return record
  }

  /** The IDs found under a key of an index, ascending. */
  ids(index: IndexName, key: string, limit?: number): string[] {
    return this.indexes[index].list(key, limit)
  }

  hasEntry(index: IndexName, key: string, id: string): boolean {
    return this.indexes[index].has(key, id)
  }

  /** The lowest key of an index and its first ID. */
  lowest(index: SortedIndexName): IndexEntry | undefined {
    return this.indexes[index].lowest()
  }

  /** What stands in an index up to and including a key, in order. */
  entriesUpTo(index: SortedIndexName, lastKey: string): IndexEntry[] {
    return this.indexes[index].upTo(lastKey)
  }

  /** The records found under a key of an index over `name`, in the order of their IDs. */
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
