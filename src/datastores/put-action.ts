import { castDraft } from "immer"
import type { DId } from "../model/ids.ts"
import type { Action } from "../records/datastore.ts"
import type { Tx } from "../state/tx.ts"

/** Stores an action of a datastore, in place of what was stored under its ID; a new one comes last. */
export function putAction(tx: Tx, dId: DId, action: Action): void {
  tx.update("datastores", dId, ({ actions }) => {
    const stored = actions.find(({ aId }) => aId === action.aId)
    if (stored === undefined) actions.push(castDraft(action))
    else Object.assign(stored, action)
  })
}
