import type { Actor } from "../../access/actor.ts"
import { type DatastorePlace, requireDatastore } from "../../access/places.ts"
import { setCounter } from "../../auto-numbers/draw.ts"
import { type Entered, process } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import { fieldPlanOf } from "../../fields/field-plan.ts"
import type { TempDId } from "../../ids.ts"
import { type ImportColumn, readColumns } from "../../items/importing/import-columns.ts"
import type { ImportRow } from "../../items/importing/import-row.ts"
import { ItemImport } from "../../items/importing/item-import.ts"
import { checkActionRole } from "../../items/writing/enter-action.ts"
import { removeItem } from "../../items/writing/remove-item.ts"
import { requireAction } from "../../items/writing/require-action.ts"
import { relinkLater } from "../../items/writing/write-request.ts"
import { hasAutoLinks } from "../../links/auto-link.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { DataType } from "../../records/field.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"
import { doTask } from "../../tasks/do-task.ts"
import { putTask } from "../../tasks/put-task.ts"

/** Where items are imported. */
export interface ImportPlace extends DatastorePlace {
  /** Deletes every item of the datastore first, so who imports must be allowed to. */
  readonly replaceAll?: boolean | undefined
}

export interface ImportItems extends ImportPlace {
  /** Display IDs of fields, `_status_`, `_delete_` and `_group_id_`. */
  readonly header: readonly string[]
  /** Read while they are imported; where reading them throws, nothing is. */
  readonly rows: Iterable<ImportRow>
  /** A text, autonum or number field: a row updates the item with an equal value, or inserts one. */
  readonly keyField?: string | undefined
  /** Every row inserts, as without any of the three. */
  readonly append?: boolean | undefined
  /** Display counters start again, and new items draw from them whatever the file says. */
  readonly overwriteAutonumber?: boolean | undefined
  /** False: neither bounds nor mandatory fields are looked at. */
  readonly validate?: boolean | undefined
  /** Its task is finished at once, whatever the world's tasks take. */
  readonly noQueue?: boolean | undefined
}

/** What to ask for the results, and the task, by. */
export interface ImportStarted {
  /** What GetImportResults asks for. */
  readonly tempDId: TempDId
  readonly streamId: string
}

/**
 * ImportItems (api.md section 21.1): one transaction of all rows, without those that are faulty. Refuses a header or mode that
 * makes no sense, and rows that can't be read, with INVALID_PARAMS.
 */
export const importItems = process({
  enter: enterImport,
  async run(entry, input: ImportItems): Promise<ImportStarted> {
    const { caller } = entry
    const { done, isKept } = await caller.engine.commit("ImportItems", caller, (tx) =>
      doTask(tx, "ImportItems", () => importRows(tx, entry.in(tx), input)),
    )
    if (isKept) relinkLater(caller, done.unlinked)
    return done.started
  },
})

function enterImport(view: View, actor: Actor, place: ImportPlace): Datastore {
  const datastore = requireDatastore(view, actor, place)
  const anywhere = { datastore: place.datastore }
  checkActionRole(view, actor, datastore, anywhere, { kinds: ["1"], fallback: "1" })
  if (place.replaceAll === true) checkActionRole(view, actor, datastore, anywhere, { kinds: ["3"], fallback: "3" })
  return datastore
}

function importRows(tx: Tx, { actor, found: datastore }: Entered<Datastore>, input: ImportItems) {
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

function checkMode({ keyField, append, replaceAll }: ImportItems): void {
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
