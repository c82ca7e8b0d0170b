import type { Actor } from "../../access/actor.ts"
import { findAction, requireDatastore } from "../../access/places.ts"
import type { Enter } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import type { CrudType, Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"
import { findDefaultAction, requireMayRun } from "./require-action.ts"

/** Where an action is to be run, as a request names it. */
export interface ActionPlace {
  /** Absent: the datastore may be in any application. */
  readonly application?: string | undefined
  /** Absent: the request does not say, and will be refused for it. */
  readonly datastore: string | undefined
  /** Display or internal ID; undefined = the default of the crud type, null = the request can't be read so far. */
  readonly actionId?: string | null | undefined
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
  if (actionId === null) return
  const action =
    actionId === undefined
      ? runs.fallback && findDefaultAction(datastore, runs.fallback)
      : findAction(datastore, actionId)
  if (action === undefined || runs.kinds?.includes(action.crudType) === false) return
  // A status action needs its item before its roles are asked for.
  if (action.statusId === null) requireMayRun(view, actor, datastore, action)
}

/** Lets in who sees the datastore and may run the action (errors.md section 2). */
export const enterAction =
  (runs: Runs): Enter<ActionPlace, Datastore | undefined> =>
  (view, actor, place) => {
    const { application, datastore: named } = place
    if (named === undefined) return undefined
    const datastore = requireDatastore(view, actor, { application, datastore: named })
    checkActionRole(view, actor, datastore, place, runs)
    return datastore
  }

/** The datastore that a request named after all. */
export function requireNamed(datastore: Datastore | undefined): Datastore {
  if (datastore === undefined) throw invalidParams("datastore_id is required")
  return datastore
}
