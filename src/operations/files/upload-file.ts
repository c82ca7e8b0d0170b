import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { seesDatastore, seesField, seesItem } from "../../access/may.ts"
import { findField, requireApplication, requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/operation.ts"
import { invalidParams, placeNotFound, targetNotFound } from "../../model/error.ts"
import { kindOf } from "../../fields/types/registry.ts"
import { storeFile, uploadedFile } from "../../files/store-file.ts"
import { type IId, isInternalId } from "../../model/ids.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { isTaken } from "../../items/writing/remove-item.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"
import type { UploadedFileAnswer } from "./upload-file-detached.ts"

/** The field of an item that a file is for. */
interface UploadPlace {
  /** Internal or display ID of the application. */
  readonly application?: string | undefined
  /** Absent: the datastore that holds the item, or the field when it is named by its internal ID. */
  readonly datastore?: string | undefined
  readonly field: string
  /** The item may be yet to come. */
  readonly itemId: string
}

interface FieldForUpload {
  readonly datastore: Datastore
  readonly field: Field
}

/** Datastore and field of an upload; one that is missing or not shown to the actor is as not found. */
function requireFieldForUpload(view: View, actor: Actor, place: UploadPlace): FieldForUpload {
  const { application, datastore: named } = place
  const datastore =
    named === undefined
      ? inferDatastore(view, actor, place)
      : requireDatastore(view, actor, { application, datastore: named })
  const field = findField(datastore, place.field)
  if (field === undefined || !seesField(view, actor, datastore, field)) {
    throw placeNotFound(`field not found: ${place.field}`)
  }
  return { datastore, field }
}

function inferDatastore(view: View, actor: Actor, { application, field, itemId }: UploadPlace): Datastore {
  const within = application === undefined ? undefined : requireApplication(view, actor, application)
  const inferred = view
    .table("datastores")
    .toArray()
    .filter(({ wId, pId }) => wId === actor.wId && (within === undefined || within.pId === pId))
    .filter((datastore) => seesDatastore(view, actor, datastore))
    .find(({ dId, fields }) => {
      const isItems = view.get(itemsTable(dId), itemId) !== undefined
      return isItems || fields.some(({ fId }) => fId === field)
    })
  if (inferred === undefined) throw invalidParams("datastore_id is required")
  return inferred
}

/** Stores a file for a field of an item, which has it once a write names it. (api.md section 19) */
export const uploadFile = command({
  name: "UploadFile",
  summary: "Store a file for a field of an item",
  input: () =>
    object({
      application: optionalId().describe("The application, by display or internal ID"),
      datastore: optionalId().describe(
        "The datastore, by display or internal ID; absent: the one of the item, or of the field by its f_id",
      ),
      field: z.string().describe("The field, by display ID or f_id"),
      itemId: z.string().describe("ID of the item, which may be drawn for one that is made later"),
      file: uploadedFile().describe("The file to store"),
    }),
  place: ["application", "datastore", "field", "itemId"],
  authorize: requireFieldForUpload,
  execute(tx, { principal: actor, granted, engine }, { file, itemId }): UploadedFileAnswer {
    const { datastore, field } = granted
    if (kindOf(field).names?.what !== "files") throw invalidParams(`the field ${field.displayId} takes no files`)
    if (!isInternalId(itemId)) throw invalidParams(`not an item ID: ${itemId}`)
    requireUsableItem(tx, actor, datastore, itemId)
    const where = { pId: datastore.pId, dId: datastore.dId, fId: field.fId, iId: itemId as IId }
    return { fileId: storeFile(tx, actor, engine.ports.blobs, file, where) }
  },
})

/** The ID is free for a new item, or that of an item of the datastore that the actor sees. */
function requireUsableItem(tx: Tx, actor: Actor, datastore: Datastore, iId: string): void {
  const item = tx.get(itemsTable(datastore.dId), iId)
  const isUsable = item === undefined ? !isTaken(tx, iId) : seesItem(actor, item)
  if (!isUsable) throw targetNotFound(`item not found for i_id:${iId}`)
}
