import type { State } from "./state.ts"
import type { Tables } from "./tables.ts"

const lists = new WeakMap<object, readonly string[]>()

/** What a table names, worked out once a version of it: forks share their tables. */
function listOf<N extends "files" | "templates" | "users">(
  state: State,
  name: N,
  blobOf: (record: Tables[N]) => string | undefined,
): readonly string[] {
  const table = state.tables.get(name)
  let list = lists.get(table)
  if (list === undefined) {
    list = table.toArray().flatMap((record) => blobOf(record) ?? [])
    lists.set(table, list)
  }
  return list
}

/** Keys of the blobs that files, pictures and templates of a state name. A list stays the same one as long as its table does. */
export const blobNames = (state: State): readonly (readonly string[])[] => [
  listOf(state, "files", ({ deleted, blob }) => (deleted ? undefined : blob)),
  listOf(state, "users", ({ picture }) => picture?.blob),
  listOf(state, "templates", ({ blob }) => blob),
]
