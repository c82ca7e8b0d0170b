import { requireActor } from "../access/actor.ts"
import type { DueFailure, Fired } from "../clock/world-clock.ts"
import { targetNotFound } from "../error.ts"
import type { Instant } from "../ids.ts"
import type { Item } from "../items/model.ts"
import { runAction } from "../items/run-action.ts"
import { findItems } from "../items/search/find-items.ts"
import type { Tx } from "../state/tx.ts"
import type { Caller } from "../use-case.ts"
import type { World } from "../world.ts"
import type { AutoAction } from "./model.ts"
import { nextExec } from "./next-exec.ts"

export interface Execution {
  readonly at: Instant
  /** The instant that is over by this run; absent = run by hand, which leaves the schedule as it is. */
  readonly dueAt?: Instant
  /** Joins the first change of the run. */
  readonly prepare?: (tx: Tx) => void
  /** Told about every item on which the action could not be run. */
  readonly report: (failure: DueFailure) => void
}

/**
 * Runs an auto action (model.md section 10): as the bot, on all items that match, whatever their keys, with force update. The
 * schedule moves on before anything is run, so that no failure makes the same run come again.
 */
export async function executeAutoAction(world: World, autoId: string, execution: Execution): Promise<Fired> {
  const { at, dueAt, prepare, report } = execution
  const auto = await world.commit(
    "AutoAction",
    null,
    (tx) => {
      const setting = tx.get("autoActions", autoId)
      if (setting === undefined) throw targetNotFound(`not found auto_id: ${autoId}`)
      prepare?.(tx)
      return tx.patch("autoActions", autoId, {
        ...(dueAt === undefined ? {} : { nextExecAt: nextExec(setting, dueAt, at) }),
        lastExecution: Object.freeze({ startedAt: at, endedAt: at }),
      })
    },
    at,
  )
  const fail = (error: unknown, item?: Item) =>
    report({
      at,
      kind: "auto_action",
      id: auto.autoId,
      name: auto.name,
      ...(item === undefined ? {} : { itemId: item.iId }),
      error: error instanceof Error ? error.message : String(error),
    })
  const { dId, aId, comment } = auto
  const caller = { world, uId: world.view().expect("workspaces", auto.wId).botUId }
  let affected = 0
  for (const item of listTargets(caller, auto, fail)) {
    try {
      await runAction(caller, { operation: "AutoAction", dId, aId, iId: item.iId, comment, at })
      affected += 1
    } catch (error) {
      fail(error, item)
    }
  }
  await world.idle()
  await markEnd(world, auto, at)
  return { at, kind: "auto_action", id: auto.autoId, name: auto.name, affected }
}

/** The items at the beginning of the run. */
function listTargets({ world, uId }: Caller, auto: AutoAction, fail: (error: unknown) => void): readonly Item[] {
  const view = world.view()
  const { patterns, wallClock } = world.ports
  try {
    const datastore = view.expect("datastores", auto.dId)
    const actor = requireActor(view, uId)
    return findItems({ view, datastore, actor, unrestricted: true, patterns, wallClock }, auto.conditions)
  } catch (error) {
    fail(error)
    return []
  }
}

/** Where time goes on during a run, the end is another instant than the start. */
async function markEnd(world: World, auto: AutoAction, startedAt: Instant): Promise<void> {
  const endedAt = world.now
  if (endedAt === startedAt || world.view().get("autoActions", auto.autoId) === undefined) return
  await world.commit("AutoAction", null, (tx) => {
    tx.patch("autoActions", auto.autoId, { lastExecution: Object.freeze({ startedAt, endedAt }) })
  })
}
