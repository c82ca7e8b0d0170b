import {
  type Application,
  type AutoAction,
  type AutoNumberCounter,
  type Chart,
  type Confirmation,
  counterKey,
  type Datastore,
  type DeletedItem,
  type Fault,
  type FileRecord,
  type Group,
  type History,
  type ImportRecord,
  type Item,
  type Link,
  linkKey,
  type Mail,
  type MailTemplate,
  type ReadMark,
  type Report,
  type Role,
  type SavedQuery,
  type Task,
  type Template,
  type Token,
  type User,
  type Workspace,
} from "../model/records/index.ts"
import { addOrdinal, emptyIdLayers, findOrdinal, type IdLayers, Table } from "./store/table.ts"

/** Name of a datastore's item table: `items:<d_id>`. */
export type ItemsTable = `items:${string}`

export interface Tables {
  workspaces: Workspace
  users: User
  groups: Group
  roles: Role
  applications: Application
  datastores: Datastore
  deletedItems: DeletedItem
  links: Link
  histories: History
  readMarks: ReadMark
  files: FileRecord
  queries: SavedQuery
  autoActions: AutoAction
  reports: Report
  charts: Chart
  counters: AutoNumberCounter
  confirmations: Confirmation
  tokens: Token
  mails: Mail
  mailTemplates: MailTemplate
  faults: Fault
  tasks: Task
  imports: ImportRecord
  templates: Template
  [items: ItemsTable]: Item
}

export type TableName = keyof Tables

type Keys = { readonly [N in Exclude<TableName, ItemsTable>]: (record: Tables[N]) => string } & {
  readonly items: (record: Item) => string
}

const KEYS: Keys = {
  workspaces: (record) => record.wId,
  users: (record) => record.uId,
  groups: (record) => record.gId,
  roles: (record) => record.rId,
  applications: (record) => record.pId,
  datastores: (record) => record.dId,
  deletedItems: (record) => record.iId,
  links: linkKey,
  histories: (record) => record.historyId,
  readMarks: (record) => `${record.iId}:${record.uId}`,
  files: (record) => record.fileId,
  queries: (record) => record.qId,
  autoActions: (record) => record.autoId,
  reports: (record) => record.rpId,
  charts: (record) => record.chId,
  counters: (record) => counterKey(record.fId, record.branch),
  confirmations: (record) => record.confirmationId,
  tokens: (record) => record.token,
  mails: (record) => record.id,
  mailTemplates: (record) => record.id,
  faults: (record) => record.id,
  tasks: (record) => record.qtId,
  imports: (record) => record.tempDId,
  templates: (record) => record.tpId,
  items: (record) => record.iId,
}

export const isItemsTable = (name: TableName): name is ItemsTable => name.startsWith("items:")

const MAX_NAMES = 10_000
const namesOfItems = new Map<string, ItemsTable>()

/** Returns the name of a datastore's item table, always as the same string object, because that makes lookups much faster. */
export function itemsTable(dId: string): ItemsTable {
  let name = namesOfItems.get(dId)
  if (name === undefined) {
    name = `items:${dId}`
    if (namesOfItems.size >= MAX_NAMES) namesOfItems.clear()
    namesOfItems.set(dId, name)
  }
  return name
}

export function keyOf<N extends TableName>(name: N, record: Tables[N]): string {
  const family = isItemsTable(name) ? "items" : name
  return (KEYS[family as keyof Keys] as (record: Tables[N]) => string)(record)
}

const EMPTY_TABLE = Table.empty<never>()

/** The tables of a state, in order of their first write. Immutable, except that writes with the same `owner` token happen in place. */
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

  /** Returns a table. Before the first write to it, the table is empty. */
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

  keys(): readonly TableName[] {
    return this.#names
  }

  *[Symbol.iterator](): Generator<readonly [TableName, Table<object>]> {
    for (const name of this.#names) yield [name, this.get(name)]
  }
}
