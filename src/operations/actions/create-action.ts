import type { DatastorePlace } from "../../access/places.ts"
import { requireWritableDatastore } from "../../access/settings.ts"
import { makeAction, type NewAction } from "../../datastores/make-action.ts"
import { command } from "../../engine/use-case.ts"

export interface CreateAction extends DatastorePlace {
  /** What is to be set. */
  readonly settings: NewAction
}

/** CreateAction (api.md section 15): answers the action. */
export const createAction = command("CreateAction", {
  enter: requireWritableDatastore,
  run: (tx, { found: datastore }, { settings }: CreateAction) => makeAction(tx, datastore, settings),
})
