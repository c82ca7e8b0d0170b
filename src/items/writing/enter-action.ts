import type { Actor } from "../../access/actor.ts"
import { findAction, requireDatastore } from "../../access/places.ts"
import type { CrudType, Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"
import { findDefaultAction, requireMayRun } from "./actions.ts"

/** Where an action is to be run, as a request names it. */
export interface ActionPlace {
  /** Absent: the datastore may be in any application. */
  readonly application?: string | undefined
  readonly datastore: string
  /** Display or internal ID; absent: the default of the crud type. */
  readonly actionId?: string | undefined
}

/** Which actions an operation runs. */
interface Runs {
  /** Absent: of any kind. */
  readonly kinds?: readonly CrudType[]
  /** What runs when no action is named. */
  readonly fallback?: CrudType
}

/** Refuses an action that no role of the actor may run. One that is unknown or of another kind is refused with the parameters. */
export function checkActionRole(view: View, actor: Actor, datastore: Datastore, place: ActionPlace, runs: Runs): void {
  const { actionId } = place
  const action =
    actionId === undefined
      ? runs.fallback && findDefaultAction(datastore, runs.fallback)
      : findAction(datastore, actionId)
  if (action === undefined || runs.kinds?.includes(action.crudType) === false) return
  // A status action needs its item before its roles are asked for.
  if (action.statusId === null) requireMayRun(view, actor, datastore, action)
}

/** Authorizes who sees the datastore and may run the action (errors.md section 2). */
export const authorizeAction =
  (runs: Runs) =>
  (view: View, actor: Actor, place: ActionPlace): Datastore => {
    const datastore = requireDatastore(view, actor, place)
    checkActionRole(view, actor, datastore, place, runs)
    return datastore
  }
