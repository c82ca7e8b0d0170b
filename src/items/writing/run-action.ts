import type { Caller } from "../../engine/caller.ts"
import type { AId, DId, IId, Instant } from "../../model/ids.ts"
import type { Tx } from "../../state/tx.ts"
import type { Written } from "./item-request.ts"
import { planAction } from "./plan-action.ts"
import type { WriteOptions } from "./write-options.ts"
import { type Plan, type WriteOutcome, type WriteTerms, writeItem, writeWithin } from "./write-request.ts"

/** An action of the engine's own accord. */
export interface RunAction {
  /** The operation its change is logged as. */
  readonly operation: string
  readonly dId: DId
  readonly aId: AId
  readonly iId: IId
  readonly comment: string
  /** When it happens; the present when absent. */
  readonly at?: Instant | undefined
  /** Groups its history with those of other runs. */
  readonly transactionId?: string | undefined
}

/**
 * Runs an action on an item as the caller, whatever keys the item carries and roles the caller lacks, and without asking for the
 * revision (model.md section 10: auto actions, as the workspace's bot). Scripts, webhooks, links and mails go as with
 * any run. Refuses as ExecuteAction does: a missing item, a status that does not offer the action, values, a pre script.
 */
export const runAction = (caller: Caller, run: RunAction): Promise<WriteOutcome> =>
  writeItem(caller, run.operation, optionsOf(run), planOf(run), termsOf(run))

/** The same within a transaction that is under way, as `writeWithin` does it. */
export const runActionWithin = (tx: Tx, caller: Caller, run: RunAction): readonly Written[] =>
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
