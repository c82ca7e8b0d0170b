import type { AId, DId, IId, Instant } from "../ids.ts"
import type { Caller } from "../use-case.ts"
import { type WriteOutcome, writeItem } from "./item-write.ts"
import { planAction } from "./plan-action.ts"

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
export const runAction = (caller: Caller, run: RunAction): Promise<WriteOutcome> => {
  const { operation, dId, aId, iId, comment, at, transactionId } = run
  const options = { comment, isForceUpdate: true }
  return writeItem(
    caller,
    operation,
    options,
    (view, actor) =>
      planAction(view, actor, {
        datastore: view.expect("datastores", dId),
        actionId: aId,
        iId,
        options,
        keys: { kind: "internal" },
        isTrusted: true,
      }),
    { isTrusted: true, at, transactionId },
  )
}
