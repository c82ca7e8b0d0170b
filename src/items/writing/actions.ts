import {
  type Actor,
  causeOfRole,
  findAction,
  findStatus,
  hintFor,
  mayRunAction,
  requireDatastore,
  rolesOfUser,
} from "../../access/index.ts"
import { DomainError, inNfc, noPrivileges, type RefusalCause } from "../../model/index.ts"
import type { Action, CrudType, Datastore, Item } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

const DEFAULT_NAMES = { "1": "create", "2": "update", "3": "delete", "4": "copy" } as const satisfies Record<
  CrudType,
  string
>

/** Creates the error for a missing datastore or a missing create action. The message is the same for both (errors.md section 3). */
export const noCreateAction = (
  actor: Actor,
  reason: "place" | "action",
  causes: readonly RefusalCause[],
): DomainError =>
  new DomainError(
    "INVALID_PARAMS",
    reason,
    `no available actions to create new item in the database. you should check settings or check if you are in your current workspace[${actor.wId ?? ""}]`,
    { causes },
  )

/** Returns the message for an action that the user may not run. `action` contains the action's IDs or the ID in the request. */
export const refusedAction = (datastore: Datastore, action: string): string =>
  `invalid action_id or has no privileges to the user or current item status. a_id:${action} d_id:${datastore.displayId}(${datastore.dId})`

const nameOfAction = (action: Action): string => `${action.displayId}(${action.aId})`

const actionRefused = (datastore: Datastore, action: Action, cause: RefusalCause): DomainError =>
  new DomainError("NO_PRIVILEGES", "action", refusedAction(datastore, nameOfAction(action)), { causes: [cause] })

/** Returns the display ID of a status, for a cause or an explanation. */
export const statusText = (datastore: Datastore, sId: string | null): string =>
  sId === null ? "without a status" : (findStatus(datastore, sId)?.displayId ?? sId)

/** Throws if the action belongs to a status that is not the item's (model.md section 6). */
export function requireStatus(datastore: Datastore, action: Action, item: Item): void {
  if (action.statusId === null || action.statusId === item.statusId) return
  const facts = {
    datastore: datastore.displayId,
    action: action.displayId,
    statuses: [statusText(datastore, action.statusId)],
    item: item.iId,
    status: statusText(datastore, item.statusId),
  }
  throw actionRefused(datastore, action, { kind: "action_status", facts })
}

/** Returns the cause of a refusal of an unknown action. */
export function causeOfUnknownAction(datastore: Datastore, reference: string): RefusalCause {
  const names = datastore.actions.map(({ displayId }) => displayId)
  const facts = { datastore: datastore.displayId, value: reference, action: hintFor(reference, names) }
  return { kind: "action_unknown", facts }
}

const kindOf = (crudType: CrudType): string => `${crudType === "2" ? "an" : "a"} ${DEFAULT_NAMES[crudType]} action`

/** Returns the crud type's default action (model.md section 6), or else the first action by display order that needs no status. */
export function findDefaultAction(datastore: Datastore, crudType: CrudType): Action | undefined {
  let first: Action | undefined
  for (const action of datastore.actions) {
    if (action.crudType !== crudType) continue
    if (action.isDefault) return action
    if (action.statusId === null && (first === undefined || action.displayOrder < first.displayOrder)) first = action
  }
  return first
}

export interface ActionReference {
  /** Display or internal ID. If undefined, the default action of `crudType` is used. */
  readonly reference: string | undefined
  /** Crud type that the action must have. If undefined, any is allowed. */
  readonly crudType?: CrudType | undefined
  /** Kind of ID that is accepted (CreateItemWithItemID). If undefined, both kinds are accepted. */
  readonly only?: "display" | "internal" | undefined
}

/** Finds an action. Throws if it is unknown or has another crud type, or if there is no default action. Does not check permissions. */
export function requireAction(actor: Actor, datastore: Datastore, wanted: ActionReference): Action {
  const { reference, crudType, only } = wanted
  const action = reference === undefined ? undefined : findAction(datastore, reference)
  if (reference === undefined) {
    const found = findDefaultAction(datastore, crudType ?? "2")
    if (found !== undefined) return found
    if (crudType === "1") {
      const facts = { datastore: datastore.displayId, rule: "create action without a status" }
      throw noCreateAction(actor, "action", [{ kind: "action_missing", facts }])
    }
    const kind = crudType ?? "2"
    const text = `the datastore has no default ${DEFAULT_NAMES[kind]} action; add an action with crud_type "${kind}" and default: true, or name an action`
    const description = `d_id:${datastore.displayId}(${datastore.dId})`
    throw new DomainError("INVALID_SETTINGS", "settings", text, { description })
  }
  const isInvalid =
    action === undefined ||
    (only === "internal" && action.aId !== reference) ||
    (only === "display" && action.displayId !== inNfc(reference))
  if (isInvalid) {
    const causes = [causeOfUnknownAction(datastore, reference)]
    throw new DomainError("INVALID_PARAMS", "action", refusedAction(datastore, reference), { causes })
  }
  if (crudType !== undefined && action.crudType !== crudType) {
    throw new DomainError("INVALID_PARAMS", "action", refusedAction(datastore, nameOfAction(action)), {
      description: `expected ${kindOf(crudType)}`,
      causes: [
        {
          kind: "action_kind",
          facts: { action: action.displayId, rule: kindOf(crudType), value: kindOf(action.crudType) },
        },
      ],
    })
  }
  return action
}

export function requireMayRun(view: View, actor: Actor, datastore: Datastore, action: Action): void {
  if (mayRunAction(view, actor, datastore, action)) return
  throw actionRefused(datastore, action, causeOfRole(view, actor, datastore, action))
}

/** Throws if the actor may not run any update action on the item in its current status (api.md section 17.3). */
export function requireMayUpdate(view: View, actor: Actor, datastore: Datastore, { statusId }: Item): void {
  const mayUpdate = datastore.actions.some(
    (action) =>
      action.crudType === "2" &&
      (action.statusId === null || action.statusId === statusId) &&
      mayRunAction(view, actor, datastore, action),
  )
  if (mayUpdate) return
  const facts = {
    datastore: datastore.displayId,
    ...rolesOfUser(view, actor, datastore.pId),
    status: statusText(datastore, statusId),
  }
  throw noPrivileges("you may not run any update action on the item", { causes: [{ kind: "update_action", facts }] })
}

export interface ActionPlace {
  /** ID of the application. If undefined, all applications of the workspace are searched. */
  readonly application?: string | undefined
  readonly datastore: string
  /** Display or internal ID. If undefined, the operation's default action is used. */
  readonly actionId?: string | undefined
}

/** Actions that an operation may run. */
interface Runs {
  /** Allowed crud types. If undefined, all are allowed. */
  readonly kinds?: readonly CrudType[]
  /** Crud type whose default action runs if the request names no action. */
  readonly fallback?: CrudType
}

/** Throws NO_PRIVILEGES if the actor may not run the action. Unknown actions and wrong crud types pass; validation rejects them later. */
export function checkActionRole(view: View, actor: Actor, datastore: Datastore, place: ActionPlace, runs: Runs): void {
  const { actionId } = place
  const action =
    actionId === undefined
      ? runs.fallback && findDefaultAction(datastore, runs.fallback)
      : findAction(datastore, actionId)
  if (action === undefined || runs.kinds?.includes(action.crudType) === false) return
  requireMayRun(view, actor, datastore, action)
}

/** Returns an authorize function. It throws unless the actor may see the datastore and run the action (errors.md section 2). */
export const authorizeAction =
  (runs: Runs) =>
  (view: View, actor: Actor, place: ActionPlace): Datastore => {
    const datastore = requireDatastore(view, actor, place)
    checkActionRole(view, actor, datastore, place, runs)
    return datastore
  }
