import type { Actor } from "../access/actor.ts"
import { mayRunAction } from "../access/may.ts"
import type { SId } from "../ids.ts"
import type { View } from "../state/view.ts"
import type { Action, Datastore } from "./model.ts"

/** The actions that a role of an actor allows, each list by display_order, then settings order. */
export interface RunnableActions {
  readonly all: readonly Action[]
  /** Those offered in every status. */
  readonly ofItems: readonly Action[]
  /** Those offered in one status only. */
  readonly ofStatus: ReadonlyMap<SId | null, readonly Action[]>
}

const runnable = new WeakMap<Actor, WeakMap<Datastore, RunnableActions>>()

/** Remembered while actor and datastore stay as they are. */
export function runnableActions(view: View, actor: Actor, datastore: Datastore): RunnableActions {
  let byDatastore = runnable.get(actor)
  if (byDatastore === undefined) {
    byDatastore = new WeakMap()
    runnable.set(actor, byDatastore)
  }
  let actions = byDatastore.get(datastore)
  if (actions === undefined) {
    const all = datastore.actions
      .filter((action) => mayRunAction(view, actor, datastore, action))
      .sort((left, right) => left.displayOrder - right.displayOrder)
    const ofStatus = datastore.statuses.map(({ sId }) => [sId, all.filter(({ statusId }) => statusId === sId)] as const)
    actions = { all, ofItems: all.filter(({ statusId }) => statusId === null), ofStatus: new Map(ofStatus) }
    byDatastore.set(datastore, actions)
  }
  return actions
}
