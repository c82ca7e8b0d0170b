import * as z from "zod"
import {
  type Actor,
  type PlacedField,
  requireApplication,
  requireDatastore,
  requireFieldOf,
  seesDatastore,
  seesItem,
} from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { fieldTypeOf } from "../../fields/index.ts"
import { isTaken, storeFile, uploadedFile } from "../../items/index.ts"
import { type IId, invalidParams, isInternalId, targetNotFound } from "../../model/index.ts"
import { optionalId } from "../../model/input/index.ts"
import type { Datastore } from "../../model/records/index.ts"
import { itemsTable, type Tx, type View } from "../../state/index.ts"
import type { UploadedFileAnswer } from "./upload-file-detached.ts"

const uploadInput = () => ({
  application: optionalId().describe("The application, by display or internal ID"),
  datastore: optionalId().describe(
    "The datastore, by display or internal ID; absent: the item's, or the one with the field's f_id",
  ),
  field: z.string().describe("The field, by display ID or f_id"),
  itemId: z.string().describe("ID of the item, or an ID from CreateNewItemID for a later item"),
  file: uploadedFile().describe("The file to store"),
})

type UploadPlace = Omit<z.output<z.ZodObject<ReturnType<typeof uploadInput>>>, "file">

/** Finds the datastore and the field of an upload. */
function requireFieldForUpload(view: View, actor: Actor, place: UploadPlace): PlacedField {
  const { application, datastore: named } = place
  const datastore =
    named === undefined
      ? inferDatastore(view, actor, place)
      : requireDatastore(view, actor, { application, datastore: named })
  return requireFieldOf(view, actor, datastore, place.field)
}

function inferDatastore(view: View, actor: Actor, { application, field, itemId }: UploadPlace): Datastore {
  const within = application === undefined ? undefined : requireApplication(view, actor, application)
  const inferred = view
    .all("datastores")
    .filter(({ wId, pId }) => wId === actor.wId && (within === undefined || within.pId === pId))
    .filter((datastore) => seesDatastore(view, actor, datastore))
    .find(({ dId, fields }) => {
      const isItems = view.get(itemsTable(dId), itemId) !== undefined
      return isItems || fields.some(({ fId }) => fId === field)
    })
  if (inferred === undefined) throw invalidParams("datastore_id is required")
  return inferred
}

/** Stores a file for an item's field. The field contains the file only after a write with the file's ID. (api.md section 19) */
export const uploadFile = command({
  name: "UploadFile",
  summary: "Stores a file for a field of an item",
  input: uploadInput,
  place: ["application", "datastore", "field", "itemId"],
  authorize: requireFieldForUpload,
  execute(tx, { principal: actor, granted, engine }, { file, itemId }): UploadedFileAnswer {
    const { datastore, field } = granted
    if (fieldTypeOf(field).names?.what !== "files") throw invalidParams(`${field.displayId} is not a file field`)
    if (!isInternalId(itemId)) throw invalidParams(`expected an item ID, received ${itemId}`)
    requireUsableItem(tx, actor, datastore, itemId)
    const where = { pId: datastore.pId, dId: datastore.dId, fId: field.fId, iId: itemId as IId }
    return { fileId: storeFile(tx, actor, engine.ports.blobs, file, where) }
  },
})

/** Throws if the ID belongs to an item, unless it is an item of this datastore that the actor may see. */
function requireUsableItem(tx: Tx, actor: Actor, datastore: Datastore, iId: string): void {
  const item = tx.get(itemsTable(datastore.dId), iId)
  const isUsable = item === undefined ? !isTaken(tx, iId) : seesItem(actor, item)
  if (!isUsable) throw targetNotFound(`item not found for i_id:${iId}`)
}
