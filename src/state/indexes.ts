import sortedBTree from "sorted-btree"
import type { Datastore } from "../datastores/model.ts"
import type { Field } from "../fields/model.ts"
import type { FId } from "../ids.ts"
import type { Item } from "../items/model.ts"
import { type ItemsTable, isItemsTable, type TableName, type Tables } from "./tables.ts"
import type { View } from "./view.ts"

/** The package is CommonJS: some loaders hand over its default export, others the module around it. */
const loaded: unknown = sortedBTree
const BTree = (typeof loaded === "function" ? loaded : sortedBTree.default) as typeof sortedBTree.default

/** A persistent sorted set of `key NUL id`; cloning it is O(1). */
export type IndexTree = InstanceType<typeof BTree<string, undefined>>

const SEPARATOR = "\u0000"
const AFTER_SEPARATOR = "\u0001"

export const makeIndexTree = (): IndexTree =>
  new BTree<string, undefined>(undefined, (left, right) => (left < right ? -1 : left > right ? 1 : 0))

interface Definition<R> {
  readonly table: TableName | "items"
  readonly keys: (record: R, view: View) => readonly string[]
}

const over = <N extends Exclude<TableName, ItemsTable>>(
  table: N,
  keys: (record: Tables[N], view: View) => readonly string[],
): Definition<Tables[N]> => ({ table, keys })

/** An index over items by values of some of their fields; it follows from the fields of the datastore too. */
export interface ItemDefinition extends Definition<Item> {
  readonly fieldsOf: (datastore: Datastore | undefined) => readonly FId[]
  readonly keysOf: (item: Item, fields: readonly FId[]) => readonly string[]
}

const NO_FIELDS: readonly FId[] = []

function overItems(which: (field: Field) => boolean, keysOf: ItemDefinition["keysOf"]): ItemDefinition {
  const known = new WeakMap<Datastore, readonly FId[]>()
  const fieldsOf = (datastore: Datastore | undefined): readonly FId[] => {
    if (datastore === undefined) return NO_FIELDS
    let fields = known.get(datastore)
    if (fields === undefined) {
      fields = datastore.fields.filter(which).map((field) => field.fId)
      known.set(datastore, fields)
    }
    return fields
  }
  const keys: Definition<Item>["keys"] = (item, view) => keysOf(item, fieldsOf(view.get("datastores", item.dId)))
  return { table: "items", keys, fieldsOf, keysOf }
}

/** The key under which a value of an indexed field stands in `itemValues`. */
export const valueKey = (fId: FId, value: string | number): string =>
  `${fId}${typeof value === "number" ? "#" : "="}${value}`

/** The key under which a display ID of a group stands in `groupsByDisplayId`: it is unique in its workspace. */
export const groupKey = (wId: string, displayId: string): string => `${wId}/${displayId}`

/** The secondary indexes, each derived from one table: the keys under which a record is found. */
export const INDEXES = {
  usersByEmail: over("users", (user) => (user.isBot ? [] : [user.email])),
  usersByCode: over("users", (user) => (user.userCode === "" ? [] : [user.userCode])),
  usersByGroup: over("users", (user) => user.memberships.map((membership) => membership.gId)),
  usersByWorkspace: over("users", (user) => [...new Set(user.memberships.map((membership) => membership.wId))]),
  usersByRole: over("users", (user) => user.roles),
  groupsByParent: over("groups", (group) => (group.parentGId === null ? [] : [group.parentGId])),
  groupsByWorkspace: over("groups", (group) => [group.wId]),
  /** By `groupKey`. */
  groupsByDisplayId: over("groups", (group) => [groupKey(group.wId, group.displayId)]),
  groupsByRole: over("groups", (group) => group.roles),
  rolesByApplication: over("roles", (role) => [role.pId]),
  applicationsByWorkspace: over("applications", (application) => [application.wId]),
  datastoresByApplication: over("datastores", (datastore) => [datastore.pId]),
  /** By `valueKey`: the values of unique and indexed fields. */
  itemValues: overItems((field) => field.unique || field.hasIndex, listValueKeys),
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

/** The indexes of a state; undefined = empty. Always with every name, so that copies keep one shape and are cheap. */
export type Indexes = { readonly [N in IndexName]: IndexTree | undefined }

export const NO_INDEXES = Object.fromEntries(Object.keys(INDEXES).map((name) => [name, undefined])) as Indexes

/** The indexes whose keys follow from the fields of a datastore. */
export const ITEM_INDEXES = Object.entries(INDEXES).filter(([, definition]) => definition.table === "items") as [
  IndexName,
  ItemDefinition,
][]

/** By table (`items` for all items tables): the indexes over it. */
const BY_TABLE = new Map<string, readonly (readonly [IndexName, Definition<never>])[]>()
for (const [name, definition] of Object.entries(INDEXES)) {
  BY_TABLE.set(definition.table, [...(BY_TABLE.get(definition.table) ?? []), [name as IndexName, definition]])
}

export const indexesOf = (table: TableName): readonly (readonly [IndexName, Definition<never>])[] =>
  BY_TABLE.get(isItemsTable(table) ? "items" : table) ?? []

export const indexEntry = (key: string, id: string): string => `${key}${SEPARATOR}${id}`

/** IDs have no separator in them; keys may (a text value). */
const idOf = (entry: string): string => entry.slice(entry.lastIndexOf(SEPARATOR) + 1)

const keyOf = (entry: string): string => entry.slice(0, entry.lastIndexOf(SEPARATOR))

/** The IDs under `key`, ascending; at most `limit`. */
export function idsUnder(tree: IndexTree, key: string, limit = Number.POSITIVE_INFINITY): string[] {
  const ids: string[] = []
  if (limit <= 0) return ids
  tree.forRange(key + SEPARATOR, key + AFTER_SEPARATOR, false, (entry) => {
    if (entry.lastIndexOf(SEPARATOR) === key.length) ids.push(idOf(entry))
    return ids.length >= limit ? { break: true } : undefined
  })
  return ids
}

/** The lowest key and its first ID, or undefined when the index is empty. */
export function lowestEntry(tree: IndexTree): { key: string; id: string } | undefined {
  const entry = tree.minKey()
  return entry === undefined ? undefined : { key: keyOf(entry), id: idOf(entry) }
}

/** Every key and ID in order up to and including `lastKey`. */
export function entriesUpTo(tree: IndexTree, lastKey: string): { key: string; id: string }[] {
  const entries: { key: string; id: string }[] = []
  tree.forRange("", lastKey + AFTER_SEPARATOR, false, (entry) => {
    entries.push({ key: keyOf(entry), id: idOf(entry) })
  })
  return entries
}

function listValueKeys(item: Item, fields: readonly FId[]): readonly string[] {
  const keys: string[] = []
  for (const fId of fields) {
    const value = item.values[fId]
    if (typeof value === "string" || typeof value === "number") keys.push(valueKey(fId, value))
    else if (value !== undefined) for (const part of value) keys.push(valueKey(fId, part))
  }
  return keys
}
