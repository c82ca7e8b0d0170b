import { type FId, oncePer } from "../model/index.ts"
import type { Datastore, Field, Item } from "../model/records/index.ts"
import { ItemOrders } from "./item-orders.ts"
import { Postings } from "./store/postings.ts"
import { type IndexEntry, SortedIndex } from "./store/sorted-index.ts"
import { type ItemsTable, isItemsTable, type TableName, type Tables } from "./tables.ts"
import type { View } from "./view.ts"

/** An immutable map from keys to IDs of records. */
export interface Index {
  add(key: string, id: string, owner: object): Index
  remove(key: string, id: string, owner: object): Index
  has(key: string, id: string): boolean
  /** Returns at most `limit` IDs in ascending order. */
  list(key: string, limit?: number): string[]
  entries(): IndexEntry[]
  compacted(): Index
}

interface Definition<R> {
  readonly table: TableName | "items"
  readonly keys: (record: R, view: View) => readonly string[]
}

const over = <N extends Exclude<TableName, ItemsTable>>(
  table: N,
  keys: (record: Tables[N], view: View) => readonly string[],
): Definition<Tables[N]> => ({ table, keys })

const sortedOver = <N extends Exclude<TableName, ItemsTable>>(
  table: N,
  keys: (record: Tables[N], view: View) => readonly string[],
): Definition<Tables[N]> & { readonly isSorted: true } => ({ table, keys, isSorted: true })

/** An index over item values, whose keys also depend on the datastore's fields. */
export interface ItemDefinition extends Definition<Item> {
  readonly fieldsOf: (datastore: Datastore | undefined) => readonly FId[]
  readonly keysOf: (item: Item, fields: readonly FId[]) => readonly string[]
}

const NO_FIELDS: readonly FId[] = []

function overItems(which: (field: Field) => boolean, keysOf: ItemDefinition["keysOf"]): ItemDefinition {
  const chosen = oncePer(({ fields }: Datastore): readonly FId[] => fields.filter(which).map((field) => field.fId))
  const fieldsOf: ItemDefinition["fieldsOf"] = (datastore) => (datastore === undefined ? NO_FIELDS : chosen(datastore))
  const keys: Definition<Item>["keys"] = (item, view) => keysOf(item, fieldsOf(view.get("datastores", item.dId)))
  return { table: "items", keys, fieldsOf, keysOf }
}

/** Returns the key of a field value in `itemValues`. Canonically equivalent strings have the same key. */
export const valueKey = (fId: FId, value: string | number): string =>
  typeof value === "number" ? `${fId}#${value}` : `${fId}=${value.normalize()}`

/** Returns a group's key in `groupsByDisplayId`. The key includes the workspace, because display IDs are unique only within a workspace. */
export const groupKey = (wId: string, displayId: string): string => `${wId}/${displayId}`

/** The secondary indexes. Each index covers one table; its function returns the keys of a record. */
export const INDEXES = {
  usersByEmail: over("users", (user) => (user.isBot ? [] : [user.email])),
  usersByCode: over("users", (user) => (user.userCode === "" ? [] : [user.userCode])),
  usersByGroup: over("users", (user) => user.memberships.map((membership) => membership.gId)),
  usersByWorkspace: over("users", (user) => [...new Set(user.memberships.map((membership) => membership.wId))]),
  usersByRole: over("users", (user) => user.roles),
  groupsByParent: over("groups", (group) => (group.parentGId === null ? [] : [group.parentGId])),
  groupsByWorkspace: over("groups", (group) => [group.wId]),
  /** The keys come from the function `groupKey`. */
  groupsByDisplayId: over("groups", (group) => [groupKey(group.wId, group.displayId)]),
  groupsByRole: over("groups", (group) => group.roles),
  rolesByApplication: over("roles", (role) => [role.pId]),
  applicationsByWorkspace: over("applications", (application) => [application.wId]),
  datastoresByApplication: over("datastores", (datastore) => [datastore.pId]),
  /** Values of fields that are unique or indexed. The keys come from the function `valueKey`. */
  itemValues: overItems((field) => field.unique || field.hasIndex, listValueKeys),
  linksFrom: over("links", (link) => [link.fromIId]),
  linksTo: over("links", (link) => [link.toIId]),
  historiesByItem: over("histories", (history) => [history.iId]),
  readMarksByItem: over("readMarks", (mark) => [mark.iId]),
  filesByItem: over("files", (file) => (file.iId === null ? [] : [file.iId])),
  queriesByApplication: over("queries", (query) => [query.pId]),
  reportsByApplication: over("reports", (report) => [report.pId]),
  chartsByApplication: over("charts", (chart) => [chart.pId]),
  autoActionsByWorkspace: over("autoActions", (auto) => [auto.wId]),
  /** Enabled auto actions, by the instant of the next run. */
  dueAutoActions: sortedOver("autoActions", (auto) =>
    auto.enabled && auto.nextExecAt !== null ? [auto.nextExecAt] : [],
  ),
  /** Uploads to which no item refers, by creation time. */
  temporaryFiles: sortedOver("files", (file) => (file.temporary && !file.deleted ? [file.createdAt] : [])),
  templatesByWorkspace: over("templates", (template) => [template.wId]),
  tasksByWorkspace: over("tasks", (task) => [task.wId]),
  countersByField: over("counters", (counter) => [counter.fId]),
  tokensByUser: over("tokens", (token) => [token.uId]),
  /** Confirmations that are neither used nor replaced. */
  pendingConfirmationsByUser: over("confirmations", (confirmation) =>
    confirmation.used || confirmation.replaced ? [] : [confirmation.uId],
  ),
} as const

export type IndexName = keyof typeof INDEXES

export const INDEX_NAMES = Object.keys(INDEXES) as readonly IndexName[]

export type SortedIndexName = {
  [N in IndexName]: (typeof INDEXES)[N] extends { readonly isSorted: true } ? N : never
}[IndexName]

/** The indexes of a state. All names are always present, so that all copies have the same hidden class and are cheap. */
export type Indexes = { readonly [N in IndexName]: N extends SortedIndexName ? SortedIndex : Postings } & {
  readonly itemOrders: ItemOrders
}

/** Indexes that may be changed in place. */
export type WritableIndexes = Record<IndexName, Index> & { itemOrders: ItemOrders }

export const NO_INDEXES = {
  ...Object.fromEntries(
    Object.entries(INDEXES).map(([name, definition]) => [
      name,
      "isSorted" in definition ? SortedIndex.empty() : Postings.empty(),
    ]),
  ),
  itemOrders: ItemOrders.empty,
} as unknown as Indexes

export const ITEM_INDEXES = Object.entries(INDEXES).filter(([, definition]) => definition.table === "items") as [
  IndexName,
  ItemDefinition,
][]

const BY_TABLE = new Map<string, readonly (readonly [IndexName, Definition<never>])[]>()
for (const [name, definition] of Object.entries(INDEXES)) {
  BY_TABLE.set(definition.table, [...(BY_TABLE.get(definition.table) ?? []), [name as IndexName, definition]])
}

export const indexesOf = (table: TableName): readonly (readonly [IndexName, Definition<never>])[] =>
  BY_TABLE.get(isItemsTable(table) ? "items" : table) ?? []

function listValueKeys(item: Item, fields: readonly FId[]): readonly string[] {
  const keys: string[] = []
  for (const fId of fields) {
    const value = item.values[fId]
    if (typeof value === "string" || typeof value === "number") keys.push(valueKey(fId, value))
    else if (value !== undefined) for (const part of value) keys.push(valueKey(fId, part))
  }
  return keys
}
