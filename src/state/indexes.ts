import sortedBTree from "sorted-btree"
import type { Field } from "../fields/model.ts"
import type { DId, FId } from "../ids.ts"
import { type ItemsTable, isItemsTable, type TableName, type Tables } from "./tables.ts"
import type { View } from "./view.ts"

/** The package is CommonJS: some loaders hand over its default export, others the module around it. */
const loaded: unknown = sortedBTree
const BTree = (typeof loaded === "function" ? loaded : sortedBTree.default) as typeof sortedBTree.default

/** A persistent sorted set of `key NUL id`; cloning it is O(1). */
export type IndexTree = InstanceType<typeof BTree<string, null>>

const SEPARATOR = "\u0000"
const AFTER_SEPARATOR = "\u0001"

export const makeIndexTree = (): IndexTree =>
  new BTree<string, null>(undefined, (left, right) => (left < right ? -1 : left > right ? 1 : 0))

interface Definition<R> {
  readonly table: TableName | "items"
  readonly keys: (record: R, view: View) => readonly string[]
}

const over = <N extends Exclude<TableName, ItemsTable>>(
  table: N,
  keys: (record: Tables[N], view: View) => readonly string[],
): Definition<Tables[N]> => ({ table, keys })

const overItems = (keys: Definition<Tables[ItemsTable]>["keys"]): Definition<Tables[ItemsTable]> => ({
  table: "items",
  keys,
})

/** The key under which a value of an indexed field stands in `itemValues`. */
export const valueKey = (fId: FId, value: string | number): string =>
  `${fId}${typeof value === "number" ? "#" : "="}${value}`

/** The secondary indexes, each derived from one table: the keys under which a record is found. */
export const INDEXES = {
  usersByEmail: over("users", (user) => (user.isBot ? [] : [user.email])),
  usersByCode: over("users", (user) => (user.userCode === "" ? [] : [user.userCode])),
  usersByGroup: over("users", (user) => user.memberships.map((membership) => membership.gId)),
  usersByWorkspace: over("users", (user) => [...new Set(user.memberships.map((membership) => membership.wId))]),
  usersByRole: over("users", (user) => user.roles),
  groupsByParent: over("groups", (group) => (group.parentGId === null ? [] : [group.parentGId])),
  groupsByWorkspace: over("groups", (group) => [group.wId]),
  groupsByRole: over("groups", (group) => group.roles),
  rolesByApplication: over("roles", (role) => [role.pId]),
  applicationsByWorkspace: over("applications", (application) => [application.wId]),
  datastoresByApplication: over("datastores", (datastore) => [datastore.pId]),
  /** By `valueKey`: the values of unique and indexed fields. */
  itemValues: overItems((item, view) => indexedValues(item, view)),
  /** Items by the files that their values name. */
  itemsByFile: overItems((item, view) => namedFiles(item, view)),
  linksFrom: over("links", (link) => [link.fromIId]),
  linksTo: over("links", (link) => [link.toIId]),
  historiesByItem: over("histories", (history) => [history.iId]),
  readMarksByItem: over("readMarks", (mark) => [mark.iId]),
  filesByItem: over("files", (file) => (file.iId === null ? [] : [file.iId])),
  queriesByApplication: over("queries", (query) => [query.pId]),
  autoActionsByWorkspace: over("autoActions", (auto) => [auto.wId]),
  /** By due instant. */
  dueAutoActions: over("autoActions", (auto) => (auto.enabled ? [auto.nextExecAt] : [])),
  /** Unattached uploads, by the instant they were made. */
  temporaryFiles: over("files", (file) => (file.temporary && !file.deleted ? [file.createdAt] : [])),
  countersByField: over("counters", (counter) => [counter.fId]),
  tokensByUser: over("tokens", (token) => [token.uId]),
  /** Those neither used nor replaced. */
  pendingConfirmationsByUser: over("confirmations", (confirmation) =>
    confirmation.used || confirmation.replaced ? [] : [confirmation.uId],
  ),
} as const

export type IndexName = keyof typeof INDEXES

/** By table (`items` for all items tables): the indexes over it. */
const BY_TABLE = new Map<string, readonly (readonly [IndexName, Definition<never>])[]>()
for (const [name, definition] of Object.entries(INDEXES)) {
  BY_TABLE.set(definition.table, [...(BY_TABLE.get(definition.table) ?? []), [name as IndexName, definition]])
}

export const indexesOf = (table: TableName): readonly (readonly [IndexName, Definition<never>])[] =>
  BY_TABLE.get(isItemsTable(table) ? "items" : table) ?? []

export const indexEntry = (key: string, id: string): string => `${key}${SEPARATOR}${id}`

const idOf = (entry: string): string => entry.slice(entry.indexOf(SEPARATOR) + 1)

/** The IDs under `key`, ascending; at most `limit`. */
export function idsUnder(tree: IndexTree, key: string, limit = Number.POSITIVE_INFINITY): string[] {
  const ids: string[] = []
  if (limit <= 0) return ids
  tree.forRange(key + SEPARATOR, key + AFTER_SEPARATOR, false, (entry) => {
    ids.push(idOf(entry))
    return ids.length >= limit ? { break: true } : undefined
  })
  return ids
}

/** The lowest key and its first ID, or undefined when the index is empty. */
export function lowestEntry(tree: IndexTree): { key: string; id: string } | undefined {
  const entry = tree.minKey()
  return entry === undefined ? undefined : { key: entry.slice(0, entry.indexOf(SEPARATOR)), id: idOf(entry) }
}

/** Every key and ID in order up to and including `lastKey`. */
export function entriesUpTo(tree: IndexTree, lastKey: string): { key: string; id: string }[] {
  return tree
    .keysArray()
    .filter((entry) => entry < lastKey + AFTER_SEPARATOR)
    .map((entry) => ({ key: entry.slice(0, entry.indexOf(SEPARATOR)), id: idOf(entry) }))
}

/** Per datastore record, which of its fields an index looks at. */
function fieldsOf(which: (field: Field) => boolean) {
  const known = new WeakMap<object, readonly FId[]>()
  return (dId: DId, view: View): readonly FId[] => {
    const datastore = view.get("datastores", dId)
    if (datastore === undefined) return []
    let fields = known.get(datastore)
    if (fields === undefined) {
      fields = datastore.fields.filter(which).map((field) => field.fId)
      known.set(datastore, fields)
    }
    return fields
  }
}

const indexedFields = fieldsOf((field) => field.unique || field.hasIndex)
const fileFields = fieldsOf((field) => field.dataType === "file")

const namedFiles = (item: Tables[ItemsTable], view: View): readonly string[] =>
  fileFields(item.dId, view).flatMap((fId) => (item.values[fId] as readonly string[] | undefined) ?? [])

function indexedValues(item: Tables[ItemsTable], view: View): readonly string[] {
  const keys: string[] = []
  for (const fId of indexedFields(item.dId, view)) {
    const value = item.values[fId]
    if (typeof value === "string" || typeof value === "number") keys.push(valueKey(fId, value))
    else if (value !== undefined) for (const part of value) keys.push(valueKey(fId, part))
  }
  return keys
}
