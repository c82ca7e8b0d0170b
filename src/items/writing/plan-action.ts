import type { Actor } from "../../access/actor.ts"
import { requireItem } from "../../access/items.ts"
import { invalidParams } from "../../model/error.ts"
import type { Action, CrudType, Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"
import { actionRefused, requireAction, requireMayRun } from "./actions.ts"
import { type KeyKind, resolveValues } from "./resolve-values.ts"
import type { WriteOptions } from "./write-options.ts"
import { checkOptions, checkRevision, type MainWrite } from "./write-request.ts"

/** An action to run on an item, as a request names it. */
export interface WantedRun {
  readonly datastore: Datastore
  readonly actionId: string | undefined
  /** Absent: whatever the named action does. */
  readonly crudType?: CrudType | undefined
  /** Absent only with a create action. */
  readonly iId: string | undefined
  readonly options: WriteOptions
  readonly keys: KeyKind
  /** Regardless of roles and keys. */
  readonly isTrusted?: boolean
}

/**
 * Settles an action on an item in the order of errors.md section 2: action, parameters, item, its status, its revision. Who may
 * run an action was settled on the way in, except for a status action, which needs its item first. A create action ignores the item.
 */
export function planAction(view: View, actor: Actor, wanted: WantedRun): MainWrite {
  const { datastore, actionId, crudType, options, isTrusted = false } = wanted
  const action = requireAction(actor, datastore, { reference: actionId, crudType })
  const isStatusAction = action.statusId !== null
  const resolved = resolveValues(datastore, options, wanted.keys)
  checkOptions(view, actor, datastore, resolved, options)
  if (action.crudType === "1") return { datastore, action, target: null, resolved }
  if (wanted.iId === undefined) throw invalidParams("item_id is required")
  const target = requireItem(view, isTrusted ? null : actor, datastore, wanted.iId)
  if (isStatusAction && !isTrusted) requireMayRun(view, actor, datastore, action)
  if (isStatusAction && action.statusId !== target.statusId) throw actionRefused(datastore, action)
  if (isRevisionAsked(action, options)) checkRevision(target, options)
  return { datastore, action, target, resolved }
}

/** Deleting and copying ask for the revision only when one is given. */
const isRevisionAsked = ({ crudType }: Action, { revNo }: WriteOptions): boolean =>
  crudType === "2" || revNo !== undefined
