import { NAMING_TABLES, useOf } from "./blobs.ts"
import type { State } from "./state.ts"

const lists = new WeakMap<object, readonly string[]>()

/** What a table names, worked out once a version of it: forks share their tables. */
function listOf(state: State, name: (typeof NAMING_TABLES)[number]): readonly string[] {
  const table = state.tables.get(name)
  let list = lists.get(table)
  if (list === undefined) {
    list = (table.toArray() as object[]).flatMap((record) => useOf(name, record)?.key ?? [])
    lists.set(table, list)
  }
  return list
}

/** Keys of the blobs that files, pictures and templates of a state name. A list stays the same one as long as its table does. */
export const blobNames = (state: State): readonly (readonly string[])[] =>
  NAMING_TABLES.map((name) => listOf(state, name))
