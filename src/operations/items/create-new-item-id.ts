import { requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import type { IId } from "../../ids.ts"

/** CreateNewItemID (api.md section 18.4): an ID that no item has. It is not reserved, only never given out twice. */
export const createNewItemID = command<{ readonly datastore: string }, IId>("CreateNewItemID", (tx, actor, input) => {
  requireDatastore(tx, actor, input)
  return tx.newId()
})
