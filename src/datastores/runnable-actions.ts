import type { Actor } from "../access/actor.ts"
import { mayRunAction } from "../access/may.ts"
import type { View } from "../state/view.ts"
import type { Action, Datastore } from "./model.ts"

const runnable = new WeakMap<Actor, WeakMap<Datastore, readonly Action[]>>()

/**
 * The actions that a role of the actor allows, by display_order, then settings order; whether a status offers them is
 * another question. Remembered while actor and datastore stay as they are.
 */
export function listRunnableActions(view: View, actor: Actor, datastore: Datastore): readonly Action[] {
  let byDatastore = runnable.get(actor)
  if (byDatastore === undefined) {
    byDatastore = new WeakMap()
    runnable.set(actor, byDatastore)
  }
  let actions = byDatastore.get(datastore)
  if (actions === undefined) {
    actions = datastore.actions
      .filter((action) => mayRunAction(view, actor, datastore, action))
      .sort((left, right) => left.displayOrder - right.displayOrder)
    byDatastore.set(datastore, actions)
  }
  return actions
}
