import { type Actor, requireItem } from "../../access/index.ts"
import type { Caller } from "../../engine/index.ts"
import { type AId, type DId, type IId, type Instant, invalidParams } from "../../model/index.ts"
import type { Action, CrudType, Datastore } from "../../model/records/index.ts"
import type { Tx, View } from "../../state/index.ts"
import { requireAction, requireStatus } from "./actions.ts"
import type { WrittenItem } from "./put-item.ts"
import { readValues } from "./read-values.ts"
import type { KeyKind } from "./values.ts"
import type { WriteOptions } from "./write-input.ts"
import {
  type MainWrite,
  type Plan,
  type WriteOutcome,
  type WriteTerms,
  writeItem,
  writeWithin,
} from "./write-request.ts"

export interface ActionRequest {
  readonly datastore: Datastore
  readonly actionId: string | undefined
  /** Crud type that the action must have. If undefined, any is allowed. */
  readonly crudType?: CrudType | undefined
  /** ID of the item to run the action on. Create actions do not need it. */
  readonly iId: string | undefined
  readonly options: WriteOptions
  readonly keys: KeyKind
  /** If true, the actor's roles and access keys are not checked for the item. */
  readonly isTrusted?: boolean
}

/**
 * Checks the action, the parameters, the item and the item's status, in the order of errors.md section 2. The caller must check permissions
 * before this call, and the revision after it. Create actions ignore `iId`.
 */
export function planAction(view: View, actor: Actor, wanted: ActionRequest): MainWrite {
  const { datastore, actionId, crudType, options, isTrusted = false } = wanted
  const action = requireAction(actor, datastore, { reference: actionId, crudType })
  const resolved = readValues(view, actor, { datastore, action }, options, wanted.keys)
  if (action.crudType === "1") return { datastore, action, target: null, resolved }
  if (wanted.iId === undefined) throw invalidParams("item_id is required")
  const target = requireItem(view, isTrusted ? null : actor, datastore, wanted.iId)
  requireStatus(datastore, action, target)
  return { datastore, action, target, resolved, comparesRevision: comparesRevision(action, options) }
}

/** Returns whether to compare revisions. Delete and copy actions compare them only if the request contains a revision. */
const comparesRevision = ({ crudType }: Action, { revNo }: WriteOptions): boolean =>
  crudType === "2" || revNo !== undefined

/** Description of an action run that the engine starts, for example for an auto action. */
export interface RunAction {
  /** Name of the operation for the change log. */
  readonly operation: string
  readonly dId: DId
  readonly aId: AId
  readonly iId: IId
  readonly comment: string
  /** World time of the change. Default: now. */
  readonly at?: Instant | undefined
  /** ID that the history entries of several action runs share. */
  readonly transactionId?: string | undefined
}

/**
 * Runs an action like ExecuteAction, but ignores access keys, roles and revisions. Auto actions run this way, as the workspace's bot
 * (model.md section 10).
 */
export const runAction = (caller: Caller, run: RunAction): Promise<WriteOutcome> =>
  writeItem(caller, run.operation, optionsOf(run), planOf(run), termsOf(run))

/** Runs an action within the caller's transaction. The conditions of `writeWithin` apply. */
export const runActionWithin = (tx: Tx, caller: Caller, run: RunAction): readonly WrittenItem[] =>
  writeWithin(tx, caller, optionsOf(run), planOf(run), termsOf(run))

const optionsOf = ({ comment }: RunAction): WriteOptions => ({ comment, isForceUpdate: true })

const termsOf = ({ transactionId, at }: RunAction): WriteTerms => ({ isTrusted: true, transactionId, at })

const planOf =
  (run: RunAction): Plan =>
  (view, actor) =>
    planAction(view, actor, {
      datastore: view.expect("datastores", run.dId),
      actionId: run.aId,
      iId: run.iId,
      options: optionsOf(run),
      keys: { kind: "internal" },
      isTrusted: true,
    })
