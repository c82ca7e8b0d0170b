import type { Actor } from "../../access/actor.ts"
import { seesDatastore, seesField, seesItem } from "../../access/may.ts"
import { findField, requireApplication, requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams, placeNotFound, targetNotFound } from "../../error.ts"
import { kindOf } from "../../fields/kinds/registry.ts"
import { storeFile, type UploadedFile } from "../../files/store-file.ts"
import { type FileId, type IId, isInternalId } from "../../ids.ts"
import { isTaken } from "../../items/writing/remove-item.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../records/field.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"

/** The field of an item that a file is for. */
export interface UploadPlace {
  /** Internal or display ID of the application. */
  readonly application?: string | undefined
  /** Absent: the datastore that holds the item, or the field when it is named by its internal ID. */
  readonly datastore?: string | undefined
  readonly field: string
  /** The item may be yet to come. */
  readonly itemId: string
}

export interface UploadFile extends UploadPlace {
  readonly file: UploadedFile
}

export interface FieldForUpload {
  /** The datastore. */
  readonly datastore: Datastore
  /** The field. */
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

/** UploadFile (api.md section 19): stores a file for a field of an item, which has it once a write names it. */
export const uploadFile = command("UploadFile", {
  enter: requireFieldForUpload,
  run(tx, { actor, found: { datastore, field } }, { file, itemId }: UploadFile, engine): { readonly fileId: FileId } {
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
