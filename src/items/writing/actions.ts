import type { Actor } from "../../access/actor.ts"
import { mayRunAction } from "../../access/may.ts"
import { findAction } from "../../access/places.ts"
import { DomainError } from "../../model/error.ts"
import type { Action, CrudType, Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"

const DEFAULT_NAMES = { "1": "create", "2": "update", "3": "delete", "4": "copy" } as const satisfies Record<
  CrudType,
  string
>

/** The place or action of a create is missing: one text for both (errors.md section 3). */
export const noCreateAction = (actor: Actor, reason: "place" | "action"): DomainError =>
  new DomainError(
    "INVALID_PARAMS",
    reason,
    `no available actions to create new item in the database. you should check settings or check if you are in your current workspace[${actor.wId ?? ""}]`,
  )

/** The text about an action that is unknown or may not be run, named as it is or was. */
export const refusedAction = (datastore: Datastore, action: string): string =>
  `invalid action_id or has no privileges to the user or current item status. a_id:${action} d_id:${datastore.displayId}(${datastore.dId})`

const named = (action: Action): string => `${action.displayId}(${action.aId})`

/** The caller's roles or the item's status do not allow the action. */
export const actionRefused = (datastore: Datastore, action: Action): DomainError =>
  new DomainError("NO_PRIVILEGES", "action", refusedAction(datastore, named(action)))

/** Default of a crud type: the flagged one, else the first datastore action by display order (model.md section 6). */
export function findDefaultAction(datastore: Datastore, crudType: CrudType): Action | undefined {
  let first: Action | undefined
  for (const action of datastore.actions) {
    if (action.crudType !== crudType) continue
    if (action.isDefault) return action
    if (action.statusId === null && (first === undefined || action.displayOrder < first.displayOrder)) first = action
  }
  return first
}

export interface Wanted {
  /** Display or internal ID; absent = the default of the crud type. */
  readonly reference: string | undefined
  /** Absent: any named action will do. */
  readonly crudType?: CrudType | undefined
  /** Only this kind of ID is taken (CreateItemWithItemID). */
  readonly only?: "display" | "internal" | undefined
}

/**
 * The action a request runs. Refuses an unknown one, one of another type, and a missing default. Whether the actor may run it
 * is `requireMayRun`.
 */
export function requireAction(actor: Actor, datastore: Datastore, wanted: Wanted): Action {
  const { reference, crudType, only } = wanted
  const action = reference === undefined ? undefined : findAction(datastore, reference)
  if (reference === undefined) {
    const found = findDefaultAction(datastore, crudType ?? "2")
    if (found !== undefined) return found
    if (crudType === "1") throw noCreateAction(actor, "action")
    throw new DomainError("INVALID_SETTINGS", "settings", `no ${DEFAULT_NAMES[crudType ?? "2"]} action is set up`, {
      description: `d_id:${datastore.displayId}(${datastore.dId})`,
    })
  }
  const strange =
    action === undefined ||
    (only === "internal" && action.aId !== reference) ||
    (only === "display" && action.displayId !== reference)
  if (strange) throw new DomainError("INVALID_PARAMS", "action", refusedAction(datastore, reference))
  if (crudType !== undefined && action.crudType !== crudType) {
    throw new DomainError("INVALID_PARAMS", "action", refusedAction(datastore, named(action)), {
      description: `not ${crudType === "2" ? "an" : "a"} ${DEFAULT_NAMES[crudType]} action`,
    })
  }
  return action
}

/** Refuses an action that no role of the actor may run. */
export function requireMayRun(view: View, actor: Actor, datastore: Datastore, action: Action): void {
  if (!mayRunAction(view, actor, datastore, action)) throw actionRefused(datastore, action)
}
