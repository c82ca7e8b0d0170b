import type { Firing } from "../clock/due-source.ts"
import { actorOfCaller, type Caller } from "../engine/caller.ts"
import type { Engine } from "../engine/engine.ts"
import { DomainError, targetNotFound } from "../model/error.ts"
import type { IId, Instant } from "../model/ids.ts"
import { findItems } from "../items/search/find-items.ts"
import { searchScope } from "../items/search/scope.ts"
import { type RunAction, runAction, runActionWithin } from "../items/writing/run-action.ts"
import { relinkLater } from "../items/writing/write-request.ts"
import { withParts } from "../part.ts"
import type { AutoAction } from "../model/records/auto-action.ts"
import type { Fired } from "../records/due-event.ts"
import type { Item } from "../model/records/item.ts"
import { hasPostProcess } from "../scripts/post-processes.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"
import { nextExec } from "../model/calendar/next-exec.ts"

const OPERATION = "AutoAction"

/** How an auto action is run; a failure is reported for every item on which its action could not be run. */
export interface Execution extends Firing {
  /** The due instant that this run serves. Absent: run by hand, which leaves the schedule alone. */
  readonly dueAt?: Instant
}

/**
 * Runs an auto action (model.md section 10): as the bot, on all items that match, whatever their keys, with force update.
 * The schedule moves on first, so that a failure can't bring the same run again.
 */
export async function executeAutoAction(engine: Engine, autoId: string, execution: Execution): Promise<Fired> {
  const auto = engine.view().get("autoActions", autoId)
  if (auto === undefined) throw targetNotFound(`not found auto_id: ${autoId}`)
  const affected = (await runAtOnce(engine, auto, execution)) ?? (await runOneByOne(engine, auto, execution))
  if (execution.waits) await engine.idle()
  await markEnd(engine, auto, execution)
  return { at: execution.at, kind: "auto_action", id: auto.autoId, name: auto.name, affected }
}

/**
 * The whole run in one transaction. Undefined, with nothing done, when scripts or a failure mean that it has to go item by
 * item.
 */
async function runAtOnce(engine: Engine, auto: AutoAction, execution: Execution): Promise<number | undefined> {
  const { at } = execution
  const caller = botOf(engine, auto, execution)
  const action = engine
    .view()
    .expect("datastores", auto.dId)
    .actions.find(({ aId }) => aId === auto.aId)
  if (action === undefined || action.preScript?.enabled === true || hasPostProcess(action)) return undefined
  try {
    const { affected, unlinked } = await engine.commit(
      OPERATION,
      caller,
      (tx) => {
        begin(tx, auto, execution)
        const targets = listTargets(tx, caller, auto)
        const transactionId = targets.length === 0 ? undefined : tx.newId()
        const unlinked = targets.flatMap(({ iId }) => runActionWithin(tx, caller, runOf(auto, iId, { transactionId })))
        return { affected: targets.length, unlinked }
      },
      at,
    )
    relinkLater(caller, unlinked)
    return affected
  } catch (error) {
    if (error instanceof DomainError && error.reason !== "store") return undefined
    throw error
  }
}

/** Each item by itself: one that fails is reported and the others go on. */
async function runOneByOne(engine: Engine, auto: AutoAction, execution: Execution): Promise<number> {
  const { at, report } = execution
  const caller = botOf(engine, auto, execution)
  const { autoId, name } = auto
  const fail = (error: unknown, item?: Item) =>
    report({
      at,
      kind: "auto_action",
      id: autoId,
      name,
      ...(item === undefined ? {} : { itemId: item.iId }),
      error: error instanceof Error ? error.message : String(error),
    })
  const transactionId = await engine.commit(
    OPERATION,
    caller,
    (tx) => {
      begin(tx, auto, execution)
      return tx.newId()
    },
    at,
  )
  let targets: readonly Item[] = []
  try {
    targets = await withParts(() => listTargets(engine.view(), caller, auto))
  } catch (error) {
    fail(error)
  }
  let affected = 0
  for (const item of targets) {
    try {
      await runAction(caller, runOf(auto, item.iId, { transactionId, at }))
      affected += 1
    } catch (error) {
      fail(error, item)
    }
  }
  return affected
}

const botOf = (engine: Engine, { wId }: AutoAction, { behalf }: Execution): Caller => ({
  engine,
  behalf,
  uId: engine.view().expect("workspaces", wId).botUId,
})

const runOf = (
  { dId, aId, comment }: AutoAction,
  iId: IId,
  more: Pick<RunAction, "at" | "transactionId">,
): RunAction => ({ operation: OPERATION, dId, aId, iId, comment, ...more })

function begin(tx: Tx, { autoId }: AutoAction, { at, dueAt, prepare }: Execution): void {
  const setting = tx.expect("autoActions", autoId)
  prepare?.(tx)
  tx.patch("autoActions", autoId, {
    ...(dueAt === undefined ? {} : { nextExecAt: nextExec(setting, dueAt, at) }),
    lastExecution: Object.freeze({ startedAt: at, endedAt: at }),
  })
}

/** The items that match now. */
function listTargets(view: View, caller: Caller, { dId, conditions }: AutoAction): readonly Item[] {
  const { engine } = caller
  const scope = searchScope(view, actorOfCaller(view, caller), view.expect("datastores", dId), engine, caller)
  return findItems({ ...scope, unrestricted: true }, conditions)
}

/** Where time goes on during a run, the end is another instant than the start. */
async function markEnd(engine: Engine, { autoId }: AutoAction, { at: startedAt, behalf }: Execution): Promise<void> {
  const endedAt = engine.now
  if (endedAt === startedAt || engine.view().get("autoActions", autoId) === undefined) return
  await engine.commit(OPERATION, { uId: null, behalf }, (tx) => {
    tx.patch("autoActions", autoId, { lastExecution: Object.freeze({ startedAt, endedAt }) })
  })
}
