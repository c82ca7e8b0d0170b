import { addOrdinal, emptyIdLayers, findOrdinal, type IdLayers } from "../store/id-layers.ts"
import { Table } from "./store/table.ts"
import type { TableName, Tables } from "./tables.ts"

const EMPTY_TABLE = Table.empty<never>()

/**
 * The tables of a state by name, in the order in which they came. A value, as tables are: a write copies only the list of
 * tables, and writes with the same `owner` token happen in place.
 */
export class TableSet {
  readonly #ids: IdLayers
  readonly #names: readonly TableName[]
  readonly #tables: Table<never>[]
  readonly #owner: object

  private constructor(ids: IdLayers, names: readonly TableName[], tables: Table<never>[], owner: object) {
    this.#ids = ids
    this.#names = names
    this.#tables = tables
    this.#owner = owner
  }

  static empty(): TableSet {
    return new TableSet(emptyIdLayers(), [], [], {})
  }

  /** The table, an empty one before the first write to it. */
  get<N extends TableName>(name: N): Table<Tables[N]> {
    const at = findOrdinal(this.#ids, this.#names.length, name)
    return (at < 0 ? EMPTY_TABLE : this.#tables[at]) as unknown as Table<Tables[N]>
  }

  put<N extends TableName>(name: N, table: Table<Tables[N]>, owner: object): TableSet {
    const found = findOrdinal(this.#ids, this.#names.length, name)
    const isNew = found < 0
    const isOwn = this.#owner === owner
    const tables = isOwn ? this.#tables : this.#tables.slice()
    tables[isNew ? this.#names.length : found] = table as unknown as Table<never>
    if (isNew)
      return new TableSet(addOrdinal(this.#ids, this.#names.length, name), [...this.#names, name], tables, owner)
    return isOwn ? this : new TableSet(this.#ids, this.#names, tables, owner)
  }

  /** The names of those that were written to. */
  keys(): readonly TableName[] {
    return this.#names
  }

  *[Symbol.iterator](): Generator<readonly [TableName, Table<object>]> {
    for (const name of this.#names) yield [name, this.get(name)]
  }
}
