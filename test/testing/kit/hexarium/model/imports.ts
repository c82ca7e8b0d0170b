import { defaultAction, itemsOf, type Model, type ModelItem } from "../../../../../emulator/testing/kit/model/model.ts"
import { mayRun, seesItem } from "../../../../../emulator/testing/kit/model/people.ts"
import { addItem, checkValues } from "../../../../../emulator/testing/kit/model/put-items.ts"
import type { KitDatastore, KitField } from "../../../../../emulator/testing/kit/schema.ts"

/** A file to import: a header of display IDs, rows of cells, and the key column that identifies items. */
export interface ImportedFile {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly key: string | null
}

/** Result of an import (model.md section 16, "CSV import"). */
export interface Imported {
  readonly created: readonly ModelItem[]
  readonly changed: readonly ModelItem[]
  /** Line numbers of skipped rows. The header is line 1. */
  readonly faulty: readonly number[]
}

/** Imports the rows one by one. A faulty row writes nothing, and neither does a row of empty cells. */
export function takeRows(model: Model, uId: string, datastore: KitDatastore, file: ImportedFile): Imported {
  const created: ModelItem[] = []
  const changed: ModelItem[] = []
  const faulty: number[] = []
  for (const [at, cells] of file.rows.entries()) {
    if (cells.every((cell) => cell === "")) continue
    const sent = Object.fromEntries(file.header.map((name, column) => [name, cells[column] ?? ""]))
    const found = findByKey(model, uId, datastore, file, sent)
    if (found === "faulty") faulty.push(at + 2)
    else if (found === null) {
      const item = insert(model, uId, datastore, sent)
      if (item === null) faulty.push(at + 2)
      else created.push(item)
    } else if (change(model, uId, found, file, sent)) {
      if (created.includes(found) || changed.includes(found)) continue
      found.rev += 1
      changed.push(found)
    } else faulty.push(at + 2)
  }
  return { created, changed, faulty }
}

/** The only visible item with the row's key; null if there is none. */
function findByKey(
  model: Model,
  uId: string,
  datastore: KitDatastore,
  { key }: ImportedFile,
  sent: Readonly<Record<string, string>>,
): ModelItem | "faulty" | null {
  const cell = key === null ? "" : (sent[key] ?? "")
  if (key === null || cell === "") return null
  const isNumber = fieldNamed(datastore, key)?.dataType === "number"
  if (isNumber && !/^-?\d+$/.test(cell)) return "faulty"
  const [found, ...others] = itemsOf(model, datastore).filter(
    (item) => seesItem(model, uId, item) && item.values[key] === (isNumber ? Number(cell) : cell),
  )
  return others.length > 0 ? "faulty" : (found ?? null)
}

const fieldNamed = (datastore: KitDatastore, name: string): KitField | undefined =>
  datastore.fields.find(({ displayId }) => displayId === name)

/** Follows the rules of the create action, except for its status and the users fields that publish. Writes no history. */
function insert(
  model: Model,
  uId: string,
  datastore: KitDatastore,
  sent: Readonly<Record<string, string>>,
): ModelItem | null {
  const action = defaultAction(datastore, "1")
  if (action === undefined) return null
  const given = Object.fromEntries(Object.entries(sent).filter(([, cell]) => cell !== ""))
  const { codes, values } = checkValues(model, uId, datastore, action, null, given)
  if (codes.length > 0) return null
  const item = addItem(model, uId, datastore, action, values)
  item.status = datastore.statuses[0] ?? null
  item.histories = []
  const { application } = datastore
  const groups = action.publishGroups ? (model.users.get(uId)?.groups ?? []) : []
  item.keys = new Set([
    `u:${uId}`,
    ...groups.map((gId) => `g:${gId}`),
    ...action.publishRoles.map((role) => `r:${application}:${role}`),
  ])
  return item
}

/** Follows the rules of the update action. Does not write the key, or a value that the cell already shows. */
function change(
  model: Model,
  uId: string,
  item: ModelItem,
  { key }: ImportedFile,
  sent: Readonly<Record<string, string>>,
): boolean {
  const { datastore } = item
  const action = defaultAction(datastore, "2")
  const isOffered = action !== undefined && (action.status === null || action.status === item.status)
  if (!isOffered || !mayRun(model, uId, datastore, action)) return false
  const given = Object.entries(sent).filter(([name, cell]) => name !== key && String(item.values[name] ?? "") !== cell)
  const { codes, values } = checkValues(model, uId, datastore, action, item, Object.fromEntries(given))
  if (codes.length === 0) item.values = values
  return codes.length === 0
}
