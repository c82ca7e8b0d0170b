import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInWeek } from "date-fns/constants"
import type { Actor } from "../access/index.ts"
import { actorOfCaller, type Caller, type DueSource, type Engine, type Firing } from "../engine/index.ts"
import {
  findItems,
  findItemsAhead,
  hasPostProcess,
  type RunAction,
  relinkLater,
  runAction,
  runActionWithin,
  type SearchScope,
  searchScope,
} from "../items/index.ts"
import { byOrdinal, DomainError, type IId, type Instant, nextExec, targetNotFound, type WId } from "../model/index.ts"
import type { AutoAction, Fired, Item } from "../model/records/index.ts"
import type { Tx, View } from "../state/index.ts"

export const dueAutoActions: DueSource = {
  kind: "auto_action",
  findNext(view) {
    const lowest = view.lowest("dueAutoActions")
    if (lowest === undefined) return undefined
    const [first] = view.list("autoActions", "dueAutoActions", lowest.key).sort(byOrdinal)
    return first && { at: lowest.key, kind: "auto_action", id: first.autoId, name: first.name }
  },
  listUpcoming: (view) =>
    view
      .all("autoActions")
      .filter(({ enabled }) => enabled)
      .sort(byOrdinal)
      .flatMap(({ autoId, name, nextExecAt: at }) =>
        at === null ? [] : [{ at, kind: "auto_action", id: autoId, name }],
      ),
  isStillDue: (view, { at, id }) => view.hasEntry("dueAutoActions", at, id),
  count(view, until, limit) {
    let count = 0
    for (const auto of view.all("autoActions")) {
      if (!auto.enabled || auto.nextExecAt === null || auto.nextExecAt > until) continue
      const step = STEP_MS[auto.timeType]
      if (step !== undefined) {
        const length = step * (auto.timeType === "min" || auto.timeType === "hr" ? Number(auto.timeValue) : 1)
        count += 1 + Math.floor((Date.parse(until) - Date.parse(auto.nextExecAt)) / length)
      } else {
        let at: Instant | null = auto.nextExecAt
        for (; at !== null && at <= until && count <= limit; at = nextExec(auto, at)) count += 1
      }
      if (count > limit) return count
    }
    return count
  },
  fire: (engine, { id, at: dueAt }, firing) => executeAutoAction(engine, id, { ...firing, dueAt }),
  nameOf: (view, id) => view.get("autoActions", id)?.name,
  fireNow: (engine, id, firing) => executeAutoAction(engine, id, firing),
}

/** Milliseconds between two runs, by time type. The type `month` has none, because months differ in length. */
const STEP_MS: Partial<Record<string, number>> = {
  min: millisecondsInMinute,
  hr: millisecondsInHour,
  day: millisecondsInDay,
  week: millisecondsInWeek,
}

const OPERATION = "AutoAction"

/** Options for running an auto action. `report` is called once for each item on which the action failed. */
export interface Execution extends Firing {
  /** The instant for which the run was scheduled. Omit for a manual run, which does not change the schedule. */
  readonly dueAt?: Instant
}

/** Runs an auto action (model.md section 10). Advances the schedule before the run, so that a failed run is not repeated. */
async function executeAutoAction(engine: Engine, autoId: string, execution: Execution): Promise<Fired> {
  const auto = engine.view().get("autoActions", autoId)
  if (auto === undefined) throw targetNotFound(`not found auto_id: ${autoId}`)
  const affected = (await runAtOnce(engine, auto, execution)) ?? (await runOneByOne(engine, auto, execution))
  if (execution.waits) await engine.idle()
  await markEnd(engine, auto, execution)
  return { at: execution.at, kind: "auto_action", id: auto.autoId, name: auto.name, affected }
}

/** Runs the action on all items in one transaction. If the action has scripts or an item fails, changes nothing and returns undefined. */
async function runAtOnce(engine: Engine, auto: AutoAction, execution: Execution): Promise<number | undefined> {
  const { at } = execution
  const caller = botOf(engine, auto, execution)
  const action = engine
    .view()
    .expect("datastores", auto.dId)
    .actions.find(({ aId }) => aId === auto.aId)
  if (action === undefined || action.preScript?.enabled === true || hasPostProcess(action)) return undefined
  try {
    const find = await findItemsAhead(engine.view(), scopeOf(caller, auto), auto.conditions)
    const { affected, unlinked } = await engine.commit(
      OPERATION,
      caller,
      (tx) => {
        begin(tx, auto, execution)
        const targets = find(tx)
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
      ...(item && { itemId: item.iId }),
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
    targets = await findItems(scopeOf(caller, auto)(engine.view()), auto.conditions)
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

const botOf = (engine: Engine, { wId }: AutoAction, { cause }: Execution): Caller => ({
  engine,
  cause,
  uId: engine.view().expect("workspaces", wId).botUId,
})

const runOf = (
  { dId, aId, comment }: AutoAction,
  iId: IId,
  more: Pick<RunAction, "at" | "transactionId">,
): RunAction => ({ operation: OPERATION, dId, aId, iId, comment, ...more })

function begin(tx: Tx, { autoId }: AutoAction, { at, dueAt, prepare }: Execution): void {
  // A clock's move notices here that the auto action is no longer due, for example because its datastore was deleted.
  prepare?.(tx)
  const setting = tx.get("autoActions", autoId)
  if (setting === undefined) throw targetNotFound(`not found auto_id: ${autoId}`)
  tx.patch("autoActions", autoId, {
    ...(dueAt !== undefined && { nextExecAt: nextRunOf(tx, setting, dueAt, at) }),
    lastExecution: Object.freeze({ startedAt: at, endedAt: at }),
  })
}

const scopeOf =
  (caller: Caller, { dId }: AutoAction) =>
  (view: View): SearchScope => ({
    ...searchScope(view, actorOfCaller(view, caller), view.expect("datastores", dId), caller.engine),
    unrestricted: true,
  })

/** Stores the run's end time if the clock has moved since the run's start. */
async function markEnd(engine: Engine, { autoId }: AutoAction, { at: startedAt, cause }: Execution): Promise<void> {
  const endedAt = engine.now
  if (endedAt === startedAt || engine.view().get("autoActions", autoId) === undefined) return
  await engine.commit(OPERATION, { uId: null, cause }, (tx) => {
    tx.patch("autoActions", autoId, { lastExecution: Object.freeze({ startedAt, endedAt }) })
  })
}

export interface AutoActionPlace {
  readonly autoId: string
}

/** Creates the error for an unknown ID, with code INVALID_PARAMS instead of NOT_FOUND (api.md section 7.1). */
const invalidTarget = (message: string) => new DomainError("INVALID_PARAMS", "target", message)

/** Finds an auto action. Throws if it is unknown or outside the actor's current workspace (api.md section 7.1). */
export function requireAutoAction(view: View, actor: Actor, { autoId }: AutoActionPlace): AutoAction {
  const auto = view.get("autoActions", autoId)
  if (auto === undefined || auto.wId !== actor.wId) throw invalidTarget(`not found auto_id: ${autoId}`)
  return auto
}

/** Returns the time of the auto action's next run. Returns null if its workspace is archived. */
const nextRunOf = (view: View, auto: AutoAction, base: Instant, now?: Instant): Instant | null =>
  view.get("workspaces", auto.wId)?.isArchived === true ? null : nextExec(auto, base, now)

/**
 * Restarts the schedules of enabled auto actions from the current time, so that missed runs are skipped (model.md section 10). Those of
 * archived workspaces stop.
 */
export const restartSchedules = (tx: Tx): void => restart(tx, tx.all("autoActions"))

/** Restarts the schedules of one workspace, like `restartSchedules`. */
export const restartWorkspaceSchedules = (tx: Tx, wId: WId): void =>
  restart(tx, tx.list("autoActions", "autoActionsByWorkspace", wId))

function restart(tx: Tx, autoActions: readonly AutoAction[]): void {
  for (const auto of autoActions) {
    const nextExecAt = auto.enabled ? nextRunOf(tx, auto, tx.now) : auto.nextExecAt
    if (nextExecAt !== auto.nextExecAt) tx.patch("autoActions", auto.autoId, { nextExecAt })
  }
}
