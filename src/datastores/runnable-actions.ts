import { mayRunAction } from "../access/may.ts"
import { perActor } from "../access/per-actor.ts"
import type { SId } from "../model/ids.ts"
import type { Action, Datastore } from "../records/datastore.ts"

/** The actions that the actor's roles allow, each list by display_order, then in settings order. */
export interface RunnableActions {
  readonly all: readonly Action[]
  /** Those offered in every status. */
  readonly ofItems: readonly Action[]
  /** Those offered in one status only. */
  readonly ofStatus: ReadonlyMap<SId | null, readonly Action[]>
}

export const runnableActions = perActor((view, actor, datastore: Datastore): RunnableActions => {
  const all = datastore.actions
    .filter((action) => mayRunAction(view, actor, datastore, action))
    .sort((left, right) => left.displayOrder - right.displayOrder)
  const ofStatus = datastore.statuses.map(({ sId }) => [sId, all.filter(({ statusId }) => statusId === sId)] as const)
  return { all, ofItems: all.filter(({ statusId }) => statusId === null), ofStatus: new Map(ofStatus) }
})
