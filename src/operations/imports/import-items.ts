import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { type DatastorePlace, requireDatastore } from "../../access/places.ts"
import { setCounter } from "../../auto-numbers/draw.ts"
import { type Authorized, process } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { fieldPlanOf } from "../../fields/field-plan.ts"
import type { TempDId } from "../../model/ids.ts"
import { list, object, optionalId } from "../../model/input/schemas.ts"
import { type ImportColumn, readColumns } from "../../items/importing/import-columns.ts"
import type { ImportRow } from "../../items/importing/import-row.ts"
import { ItemImport } from "../../items/importing/item-import.ts"
import { checkActionRole } from "../../items/writing/enter-action.ts"
import { removeItem } from "../../items/writing/remove-item.ts"
import { requireAction } from "../../items/writing/actions.ts"
import { relinkLater } from "../../items/writing/write-request.ts"
import { hasAutoLinks } from "../../items/links/auto-link.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { DataType } from "../../model/records/field.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"
import { doTask } from "../../tasks/do-task.ts"
import { putTask } from "../../tasks/put-task.ts"
import { anyDatastore } from "../places.ts"

interface ImportPlace extends DatastorePlace {
  /** Deletes every item of the datastore first, so who imports must be allowed to. */
  readonly replaceAll?: boolean | undefined
}

/** What to ask for the results, and the task, by. */
export interface ImportStarted {
  /** What GetImportResults asks for. */
  readonly tempDId: TempDId
  readonly streamId: string
}

/** An import that was begun (api.md section 21.1). */
export interface ImportStartedAnswer {
  /** What GetImportResults asks for. */
  readonly tempDatastoreId: TempDId
  /** What GetTasks finds its task by. */
  readonly streamId: string
}

/** Rows are checked one by one as they are imported. */
const importRowList = () =>
  z.custom<Iterable<ImportRow>>((rows) => typeof rows === "object" && rows !== null && Symbol.iterator in rows, {
    error: "expected rows",
  })

/**
 * Imports items in one transaction of all rows, without those that are faulty. Refuses a header or mode that makes no sense, and rows that
 * cannot be read, with INVALID_PARAMS. (api.md section 21.1)
 */
export const importItems = process({
  name: "ImportItems",
  summary: "Create, update and delete items by a CSV file",
  input: () =>
    object({
      ...anyDatastore(),
      header: list(z.string()).describe("The columns: display IDs of fields, _status_, _delete_ and _group_id_"),
      rows: importRowList().describe(
        "The rows, read while they are imported; an error while they are read undoes the import",
      ),
      keyField: optionalId().describe(
        "A text, autonum or number field, by display ID: a row updates the item with an equal value, or makes one",
      ),
      append: z.boolean().describe("True: every row makes an item, which is also the default").optional(),
      replaceAll: z.boolean().describe("True: every item of the datastore is deleted first. Default false").optional(),
      overwriteAutonumber: z
        .boolean()
        .describe("True: display counters start again, and new items draw from them. Default false")
        .optional(),
      validate: z.boolean().describe("False: neither bounds nor mandatory fields are checked. Default true").optional(),
      noQueue: z.boolean().describe("True: the import's task is finished at once. Default false").optional(),
    }),
  place: ["application", "datastore", "replaceAll"],
  authorize: authorizeImport,
  async execute(call, input): Promise<ImportStarted> {
    const { caller } = call
    const { done, isKept } = await caller.engine.commit("ImportItems", caller, (tx) =>
      doTask(tx, "ImportItems", () => importRows(tx, call.in(tx), input)),
    )
    if (isKept) relinkLater(caller, done.unlinked)
    return done.started
  },
  answer: ({ tempDId, streamId }): ImportStartedAnswer => ({ tempDatastoreId: tempDId, streamId }),
})

interface ImportRows extends ImportMode {
  readonly header: readonly string[]
  readonly rows: Iterable<ImportRow>
  readonly overwriteAutonumber?: boolean | undefined
  readonly validate?: boolean | undefined
  readonly noQueue?: boolean | undefined
}

function authorizeImport(view: View, actor: Actor, place: ImportPlace): Datastore {
  const datastore = requireDatastore(view, actor, place)
  const anywhere = { datastore: place.datastore }
  checkActionRole(view, actor, datastore, anywhere, { kinds: ["1"], fallback: "1" })
  if (place.replaceAll === true) checkActionRole(view, actor, datastore, anywhere, { kinds: ["3"], fallback: "3" })
  return datastore
}

function importRows(tx: Tx, { principal: actor, granted: datastore }: Authorized<Datastore>, input: ImportRows) {
  checkMode(input)
  const create = requireAction(actor, datastore, { reference: undefined, crudType: "1" })
  const columns = readColumns(tx, actor, datastore, input.header)
  const key = input.keyField === undefined ? undefined : requireKey(columns, input.keyField)
  if (input.replaceAll === true) deleteAll(tx, actor, datastore)
  const drawsNumbers = input.overwriteAutonumber === true
  if (drawsNumbers) for (const { fId } of fieldPlanOf(datastore).drawn) setCounter(tx, fId, null, 0)
  const items = new ItemImport(tx, actor, datastore, columns, {
    create,
    key,
    drawsNumbers,
    isLenient: input.validate === false,
  })
  let isEmpty = true
  for (const row of input.rows) {
    isEmpty = false
    items.take(row)
  }
  items.finish()
  if (isEmpty) throw invalidParams("line 2: the file has a header and no rows")
  const task = putTask(tx, actor, { category: "IMPORT", pId: datastore.pId, isImmediate: input.noQueue })
  const { tempDId } = tx.put("imports", {
    tempDId: tx.newId<"temp_datastore_id">(),
    dId: datastore.dId,
    uId: actor.uId,
    qtId: task.qtId,
    errors: Object.freeze(items.errors),
  })
  const started: ImportStarted = { tempDId, streamId: task.streamId }
  const unlinked = hasAutoLinks(tx, datastore) ? [...items.written.values()].map((after) => ({ after })) : []
  return { task, started, unlinked }
}

interface ImportMode {
  readonly keyField?: string | undefined
  readonly append?: boolean | undefined
  readonly replaceAll?: boolean | undefined
}

function checkMode({ keyField, append, replaceAll }: ImportMode): void {
  const modes = [
    ...(keyField === undefined ? [] : ["key_field_displayid"]),
    ...(append === true ? ["append"] : []),
    ...(replaceAll === true ? ["replace_all"] : []),
  ]
  if (modes.length > 1) throw invalidParams(`${modes.join(" and ")} exclude each other`)
}

const KEY_TYPES: readonly DataType[] = ["text", "autonum", "number"]

function requireKey(columns: readonly ImportColumn[], reference: string) {
  for (const [at, column] of columns.entries()) {
    if (column.about !== "field") continue
    const { field } = column.planned
    if (field.displayId !== reference && field.fId !== reference) continue
    if (KEY_TYPES.includes(field.dataType)) return { at, field: column.planned }
    throw invalidParams(`key_field_displayid: ${reference} is a ${field.dataType} field, not text, autonum or number`)
  }
  throw invalidParams(`line 1: the column of key_field_displayid is missing: ${reference}`)
}

function deleteAll(tx: Tx, actor: Actor, datastore: Datastore): void {
  requireAction(actor, datastore, { reference: undefined, crudType: "3" })
  for (const item of tx.table(itemsTable(datastore.dId)).toArray()) {
    const current = tx.get(itemsTable(datastore.dId), item.iId)
    if (current !== undefined) removeItem(tx, current, actor.uId)
  }
}
