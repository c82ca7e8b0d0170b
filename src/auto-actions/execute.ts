import type { DueFailure, Fired } from "../clock/world-clock.ts"
import { DomainError, targetNotFound } from "../error.ts"
import type { IId, Instant } from "../ids.ts"
import { findItems } from "../items/search/find-items.ts"
import { searchScope } from "../items/search/scope.ts"
import { type RunAction, runAction, runActionWithin } from "../items/writing/run-action.ts"
import { relinkLater } from "../items/writing/write-request.ts"
import type { AutoAction } from "../records/auto-action.ts"
import type { Item } from "../records/item.ts"
import { hasPostProcess } from "../scripts/post-processes.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"
import { actorOfCaller, type Caller } from "../use-case.ts"
import type { World } from "../world.ts"
import { nextExec } from "./next-exec.ts"

const OPERATION = "AutoAction"

export interface Execution {
  readonly at: Instant
  /** The instant that is over by this run; absent = run by hand, which leaves the schedule as it is. */
  readonly dueAt?: Instant
  /** Joins the first change of the run. */
  readonly prepare?: ((tx: Tx) => void) | undefined
  /** Whether what goes on after a run (scripts not awaited, webhooks, links) is waited for, because time stands still until then. */
  readonly waits: boolean
  /** Told about every item on which the action could not be run. */
  readonly report: (failure: DueFailure) => void
}

/**
 * Runs an auto action (model.md section 10): as the bot, on all items that match, whatever their keys, with force update. The
 * schedule moves on before anything is run, so that no failure makes the same run come again.
 */
export async function executeAutoAction(world: World, autoId: string, execution: Execution): Promise<Fired> {
  const auto = world.view().get("autoActions", autoId)
  if (auto === undefined) throw targetNotFound(`not found auto_id: ${autoId}`)
  const affected = (await runAtOnce(world, auto, execution)) ?? (await runOneByOne(world, auto, execution))
  if (execution.waits) await world.idle()
  await markEnd(world, auto, execution.at)
  return { at: execution.at, kind: "auto_action", id: auto.autoId, name: auto.name, affected }
}

/** The whole run in one transaction; undefined when scripts or a failure call for going item by item, with nothing done yet. */
async function runAtOnce(world: World, auto: AutoAction, execution: Execution): Promise<number | undefined> {
  const { at } = execution
  const caller = botOf(world, auto)
  const action = world
    .view()
    .expect("datastores", auto.dId)
    .actions.find(({ aId }) => aId === auto.aId)
  if (action === undefined || action.preScript?.enabled === true || hasPostProcess(action)) return undefined
  try {
    const { affected, unlinked } = await world.commit(
      OPERATION,
      caller.uId,
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
async function runOneByOne(world: World, auto: AutoAction, execution: Execution): Promise<number> {
  const { at, report } = execution
  const caller = botOf(world, auto)
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
  const transactionId = await world.commit(
    OPERATION,
    caller.uId,
    (tx) => {
      begin(tx, auto, execution)
      return tx.newId()
    },
    at,
  )
  let targets: readonly Item[] = []
  try {
    targets = listTargets(world.view(), caller, auto)
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

const botOf = (world: World, { wId }: AutoAction): Caller => ({
  world,
  uId: world.view().expect("workspaces", wId).botUId,
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
  const scope = searchScope(view, actorOfCaller(view, caller), view.expect("datastores", dId), caller.world)
  return findItems({ ...scope, unrestricted: true }, conditions)
}

/** Where time goes on during a run, the end is another instant than the start. */
async function markEnd(world: World, { autoId }: AutoAction, startedAt: Instant): Promise<void> {
  const endedAt = world.now
  if (endedAt === startedAt || world.view().get("autoActions", autoId) === undefined) return
  await world.commit(OPERATION, null, (tx) => {
    tx.patch("autoActions", autoId, { lastExecution: Object.freeze({ startedAt, endedAt }) })
  })
}
