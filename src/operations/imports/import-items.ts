import * as z from "zod"
import { type Actor, type DatastorePlace, requireDatastore } from "../../access/index.ts"
import { beginTask, putTask } from "../../automation/index.ts"
import { type Authorized, process } from "../../engine/index.ts"
import { fieldPlanOf, setCounter } from "../../fields/index.ts"
import {
  checkActionRole,
  hasAutoLinks,
  type ImportColumn,
  type ImportRow,
  ItemImport,
  readColumns,
  relinkLater,
  removeItem,
  requireAction,
} from "../../items/index.ts"
import { defined, inNfc, invalidParams, type TempDId } from "../../model/index.ts"
import { list, optionalBoolean, optionalId } from "../../model/input/index.ts"
import type { Datastore, DataType } from "../../model/records/index.ts"
import { itemsTable, type Tx, type View } from "../../state/index.ts"
import { anyDatastore } from "../places.ts"

export interface ImportStarted {
  /** ID of the import. GetImportResults requires it. */
  readonly tempDId: TempDId
  readonly streamId: string
}

/** Callers without a compiler may pass the cells alone. */
function requireRow(row: unknown): void {
  const { line, cells } = Object(row) as Partial<ImportRow>
  if (typeof line === "number" && Array.isArray(cells) && cells.every((cell) => typeof cell === "string")) return
  throw invalidParams('rows: expected an object such as { line: 2, cells: ["a", "b"] } for each row')
}

/** Accepts any iterable, because the import reads and validates the rows one by one. */
const importRowList = () =>
  z.custom<Iterable<ImportRow>>((rows) => typeof rows === "object" && rows !== null && Symbol.iterator in rows, {
    error: "expected an iterable of rows",
  })

const importInput = () => ({
  ...anyDatastore(),
  header: list(z.string()).describe("The columns: display IDs of fields, _status_, _delete_ and _group_id_"),
  rows: importRowList().describe("The rows, read during the import; an error in reading them rolls the import back"),
  keyField: optionalId().describe(
    "A text, autonum or number field, by display ID: a row updates the item with an equal value, or creates one",
  ),
  append: optionalBoolean("True: every row creates an item, as by default"),
  replaceAll: optionalBoolean("True: deletes all items of the datastore first. Default false"),
  overwriteAutonumber: optionalBoolean(
    "True: restarts display counters; new items take their numbers from them. Default false",
  ),
  validate: optionalBoolean("False: skips the checks of limits and mandatory fields. Default true"),
  noQueue: optionalBoolean("True: finishes the import's task immediately. Default false"),
})

type ImportInput = z.output<z.ZodObject<ReturnType<typeof importInput>>>

/**
 * Imports all valid rows in one transaction. Throws INVALID_PARAMS if the header or mode is invalid or a row cannot be read. (api.md
 * section 21.1)
 */
export const importItems = process({
  name: "ImportItems",
  summary: "Creates, updates and deletes items by a CSV file",
  input: importInput,
  place: ["application", "datastore", "replaceAll"],
  authorize: authorizeImport,
  async execute(call, input): Promise<ImportStarted> {
    const { caller } = call
    const { done, hasSucceeded } = await caller.engine.commit("ImportItems", caller, {
      *parts(tx) {
        const endTask = beginTask(tx, "ImportItems")
        return endTask(yield* importRows(tx, call.in(tx), input))
      },
    })
    if (hasSucceeded) relinkLater(caller, done.unlinked)
    return done.started
  },
  answer: ({ tempDId, streamId }) => ({ tempDatastoreId: tempDId, streamId }),
})

function authorizeImport(view: View, actor: Actor, place: DatastorePlace & Pick<ImportInput, "replaceAll">): Datastore {
  const datastore = requireDatastore(view, actor, place)
  const anywhere = { datastore: place.datastore }
  checkActionRole(view, actor, datastore, anywhere, { kinds: ["1"], fallback: "1" })
  if (place.replaceAll === true) checkActionRole(view, actor, datastore, anywhere, { kinds: ["3"], fallback: "3" })
  return datastore
}

function* importRows(tx: Tx, { principal: actor, granted: datastore }: Authorized<Datastore>, input: ImportInput) {
  checkMode(input)
  const create = requireAction(actor, datastore, { reference: undefined, crudType: "1" })
  const columns = readColumns(tx, actor, datastore, input.header)
  const key = input.keyField === undefined ? undefined : requireKey(columns, input.keyField)
  const rowsPerPart = Math.ceil(CELLS_PER_PART / Math.max(columns.length, datastore.fields.length))
  if (input.replaceAll === true) yield* deleteAll(tx, actor, datastore, rowsPerPart)
  const drawsNumbers = input.overwriteAutonumber === true
  if (drawsNumbers) for (const { fId } of fieldPlanOf(datastore).drawn) setCounter(tx, fId, null, 0)
  const terms = { create, key, drawsNumbers, isLenient: input.validate === false, rowsPerPart }
  const items = yield* importAll(
    tx,
    input.rows,
    rowsPerPart,
    () => new ItemImport(tx, actor, datastore, columns, terms),
  )
  const task = putTask(tx, actor, { category: "IMPORT", pId: datastore.pId, isImmediate: input.noQueue })
  const { tempDId } = tx.put("imports", {
    tempDId: tx.newId<"temp_datastore_id">(),
    dId: datastore.dId,
    uId: actor.uId,
    qtId: task.qtId,
    errors: Object.freeze(items.errors),
    ...defined({ blankRows: items.blankRows === 0 ? undefined : items.blankRows }),
  })
  const started: ImportStarted = { tempDId, streamId: task.streamId }
  const unlinked = hasAutoLinks(tx, datastore) ? [...items.written.values()].map((after) => ({ after })) : []
  return { task, started, unlinked }
}

/** Number of cells after which the import yields. Reading and writing them takes some ten milliseconds. */
const CELLS_PER_PART = 3000

/**
 * Imports all rows. Lookups to items of the same datastore are written after all rows. If some of them are invalid, the import is repeated
 * without their rows, so that these rows leave no trace.
 */
function* importAll(
  tx: Tx,
  given: Iterable<ImportRow>,
  rowsPerPart: number,
  begin: () => ItemImport,
): Generator<void, ItemImport> {
  const start = tx.savepoint()
  const failed = new Map<ImportRow, readonly string[]>()
  const rows: ImportRow[] = []
  let items = begin()
  yield* items.readKeys()
  let count = 0
  for (const row of given) {
    requireRow(row)
    count += 1
    if (count % rowsPerPart === 0) yield
    items.take(row, undefined)
    if (items.hasLookups) rows.push(row)
  }
  for (;;) {
    const faults = yield* items.writeLookups()
    if (faults.size === 0) break
    for (const [row, texts] of faults) failed.set(row, texts)
    tx.rollback(start)
    items = begin()
    yield* items.readKeys()
    for (const [at, row] of rows.entries()) {
      if (at % rowsPerPart === rowsPerPart - 1) yield
      items.take(row, failed.get(row))
    }
  }
  items.finish()
  return items
}

function checkMode({ keyField, append, replaceAll }: ImportInput): void {
  const modes = [
    ...(keyField === undefined ? [] : ["key_field_displayid"]),
    ...(append === true ? ["append"] : []),
    ...(replaceAll === true ? ["replace_all"] : []),
  ]
  if (modes.length > 1) throw invalidParams(`${modes.join(" and ")} can't be combined`)
}

const KEY_TYPES: readonly DataType[] = ["text", "autonum", "number"]

function requireKey(columns: readonly ImportColumn[], reference: string) {
  for (const [at, column] of columns.entries()) {
    if (column.about !== "field") continue
    const { field } = column.planned
    if (field.displayId !== inNfc(reference) && field.fId !== reference) continue
    if (KEY_TYPES.includes(field.dataType)) return { at, field: column.planned }
    throw invalidParams(`key_field_displayid: expected text, autonum or number, got ${reference} (${field.dataType})`)
  }
  throw invalidParams(`line 1: the column ${reference}, which key_field_displayid names, is missing`)
}

function* deleteAll(tx: Tx, actor: Actor, datastore: Datastore, itemsPerPart: number): Generator<void, void> {
  requireAction(actor, datastore, { reference: undefined, crudType: "3" })
  for (const [at, item] of tx.all(itemsTable(datastore.dId)).entries()) {
    if (at % itemsPerPart === itemsPerPart - 1) yield
    const current = tx.get(itemsTable(datastore.dId), item.iId)
    if (current !== undefined) removeItem(tx, current, actor.uId)
  }
}
