import { requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import type { IId } from "../../ids.ts"

export interface CreateNewItemID {
  readonly datastore: string
}

/** CreateNewItemID (api.md section 18.4): an ID that no item has. It is not reserved, only never given out twice. */
export const createNewItemID = command("CreateNewItemID", {
  enter: requireDatastore,
  run: (tx, _, __: CreateNewItemID): IId => tx.newId(),
})
