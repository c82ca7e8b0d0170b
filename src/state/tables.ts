import type { Application } from "../records/application.ts"
import type { AutoAction } from "../model/records/auto-action.ts"
import { type AutoNumberCounter, counterKey } from "../model/records/auto-number.ts"
import type { Confirmation } from "../model/records/confirmation.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Fault } from "../records/fault.ts"
import type { FileRecord } from "../records/file.ts"
import type { Group } from "../model/records/group.ts"
import type { History, ReadMark } from "../records/history.ts"
import type { ImportRecord } from "../records/imports/import-record.ts"
import type { DeletedItem, Item } from "../model/records/item.ts"
import { type Link, linkKey } from "../model/records/link.ts"
import type { Mail, MailTemplate } from "../model/records/mail.ts"
import type { SavedQuery } from "../model/records/query.ts"
import type { Chart } from "../records/reports/chart.ts"
import type { Report } from "../records/reports/report.ts"
import type { Role } from "../model/records/role.ts"
import type { Task } from "../records/templates/task.ts"
import type { Template } from "../records/templates/template.ts"
import type { Token, User } from "../model/records/user.ts"
import type { Workspace } from "../model/records/workspace.ts"

/** Items are a table per datastore: `items:<d_id>`. */
export type ItemsTable = `items:${string}`

/** Every table of a state, by name. */
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

/** What a record is found under in its table. */
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

const KEPT_NAMES = 10_000
const namesOfItems = new Map<string, ItemsTable>()

/** One string object per datastore: looking a table up by the same object is much faster than by an equal one. */
export function itemsTable(dId: string): ItemsTable {
  let name = namesOfItems.get(dId)
  if (name === undefined) {
    name = `items:${dId}`
    if (namesOfItems.size >= KEPT_NAMES) namesOfItems.clear()
    namesOfItems.set(dId, name)
  }
  return name
}

export function keyOf<N extends TableName>(name: N, record: Tables[N]): string {
  const family = isItemsTable(name) ? "items" : name
  return (KEYS[family as keyof Keys] as (record: Tables[N]) => string)(record)
}
