import { castDraft } from "immer"
import { findField, findStatus, listRoles, mayRunAction, perActor, requireRoleList } from "../../access/index.ts"
import {
  byOrdinal,
  changeNames,
  type DId,
  type FId,
  invalidParams,
  requireDisplayId,
  type SId,
} from "../../model/index.ts"
import {
  type Action,
  type ActionFieldSetting,
  ADMIN,
  type CrudType,
  crudTypeOf,
  type Datastore,
  MEMBER,
} from "../../model/records/index.ts"
import { ACTION_FIELD, changeSettings, initialSettings } from "../../model/settings/index.ts"
import type { Tx, View } from "../../state/index.ts"
import type { ActionInput, NewAction } from "./action-settings-input.ts"

/**
 * Adds an action to a datastore, after the existing ones (api.md section 15, CreateAction). By default, ADMIN and MEMBER may run the action
 * (model.md section 3).
 */
export function makeAction(tx: Tx, datastore: Datastore, input: NewAction): Action {
  const { pId, dId, actions } = datastore
  const crudType = crudTypeOf(input.operation)
  const publishedTo = defaultPublishRoles(crudType)
  const blank: Action = {
    aId: tx.newId(),
    displayId: input.displayId ?? tx.newDisplayId("Fld-"),
    name: {},
    description: "",
    crudType,
    displayOrder: Math.max(0, ...actions.map(({ displayOrder }) => displayOrder)) + 1,
    statusId: null,
    setStatus: null,
    isDefault: false,
    roles: requireRoleList(tx, pId, [MEMBER]),
    publish: {
      groups: false,
      roles: listRoles(tx, pId).flatMap(({ rId, displayId }) => (publishedTo.includes(displayId) ? rId : [])),
    },
    notify: [],
    fieldSettings: {},
    preScript: null,
    postScript: null,
    webhooks: [],
  }
  const action = changeAction(tx, datastore, blank, input)
  putAction(tx, dId, action)
  return action
}

/** Replaces the datastore's action with the same ID, or appends the action if there is none. */
export function putAction(tx: Tx, dId: DId, action: Action): void {
  tx.update("datastores", dId, ({ actions }) => {
    const stored = actions.find(({ aId }) => aId === action.aId)
    if (stored === undefined) actions.push(castDraft(action))
    else Object.assign(stored, action)
  })
}

/** Returns the action with changed settings; throws if they are invalid. If the operation changes, the action is no longer the default. */
export function changeAction(view: View, datastore: Datastore, action: Action, input: ActionInput): Action {
  const crudType = input.operation === undefined ? action.crudType : crudTypeOf(input.operation)
  return {
    ...action,
    displayId: settleDisplayId(datastore, action, input.displayId),
    name: input.name === undefined ? action.name : changeNames(action.name, input.name, view.settings.lang),
    description: input.description ?? action.description,
    crudType,
    isDefault: action.isDefault && crudType === action.crudType,
    statusId: settleStatusId(datastore, action, crudType, input),
    setStatus: settleSetStatus(datastore, action, input.setStatus),
    roles: input.roles === undefined ? action.roles : requireRoleList(view, datastore.pId, input.roles),
    fieldSettings: settleFieldSettings(datastore, action, input.fieldSettings),
  }
}

function settleDisplayId({ actions }: Datastore, { aId, displayId: own }: Action, given = own): string {
  const displayId = requireDisplayId(given, "plain")
  const isTaken = actions.some((other) => other.aId !== aId && other.displayId === displayId)
  if (isTaken) throw invalidParams(`display_id ${displayId} is already used in the datastore`)
  return displayId
}

function requireStatus(datastore: Datastore, reference: string): SId {
  const status = findStatus(datastore, reference)
  if (status === undefined) throw invalidParams(`status not found: ${reference}`)
  return status.sId
}

function settleSetStatus(datastore: Datastore, { setStatus }: Action, reference: string | undefined): SId | null {
  if (reference === undefined) return setStatus
  return reference === "" ? null : requireStatus(datastore, reference)
}

function settleStatusId(
  datastore: Datastore,
  action: Action,
  crudType: CrudType,
  { statusId: reference, isStatusAction }: ActionInput,
): SId | null {
  if (reference !== undefined && isStatusAction === false) {
    throw invalidParams("status_id can't be given if is_status_action is false")
  }
  const present = isStatusAction === false ? null : action.statusId
  const statusId = reference === undefined ? present : requireStatus(datastore, reference)
  if (isStatusAction === true && statusId === null) throw invalidParams("a status action needs status_id")
  if (statusId !== null && crudType !== "2") {
    throw invalidParams("operation: expected update, because the action is a status action")
  }
  return statusId
}

function settleFieldSettings(
  datastore: Datastore,
  action: Action,
  inputs: ActionInput["fieldSettings"],
): Action["fieldSettings"] {
  if (inputs === undefined || inputs.length === 0) return action.fieldSettings
  const settings: Record<FId, ActionFieldSetting> = { ...action.fieldSettings }
  for (const input of inputs) {
    const field = findField(datastore, input.field)
    if (field === undefined) throw invalidParams(`field not found: ${input.field}`)
    const present = settings[field.fId] ?? fieldSettingOf(action, field.fId)
    settings[field.fId] = changeSettings(ACTION_FIELD, present, input)
  }
  return settings
}

/** Actions of a datastore whose fixture defines no actions (fixtures.md), and of a new datastore, in display order. */
export const DEFAULT_ACTIONS: readonly Pick<Action, "displayId" | "name" | "crudType">[] = [
  { displayId: "CreateItem", name: { en: "New", ja: "新規" }, crudType: "1" },
  { displayId: "UpdateItem", name: { en: "Update", ja: "更新" }, crudType: "2" },
  { displayId: "CopyItem", name: { en: "Copy", ja: "コピー" }, crudType: "4" },
  { displayId: "DeleteItem", name: { en: "Delete", ja: "削除" }, crudType: "3" },
]

/** Returns the roles to which an action publishes its items if the action has no publish settings (model.md section 4). */
export const defaultPublishRoles = (crudType: CrudType): readonly string[] => (crudType === "1" ? [MEMBER, ADMIN] : [])

/** Actions that the actor may run, sorted by display_order. Actions with the same display_order keep the order of the settings. */
export interface RunnableActions {
  readonly all: readonly Action[]
  readonly ofItems: readonly Action[]
  readonly ofStatus: ReadonlyMap<SId | null, readonly Action[]>
}

export const runnableActions = perActor((view, actor, datastore: Datastore): RunnableActions => {
  const all = datastore.actions
    .filter((action) => mayRunAction(view, actor, datastore, action))
    .sort((left, right) => left.displayOrder - right.displayOrder)
  const ofStatus = datastore.statuses.map(({ sId }) => [sId, all.filter(({ statusId }) => statusId === sId)] as const)
  return { all, ofItems: all.filter(({ statusId }) => statusId === null), ofStatus: new Map(ofStatus) }
})

const UNSET: ActionFieldSetting = initialSettings(ACTION_FIELD)

/** Returns an action's setting for a field. Returns the default setting if the action has none (api.md section 15.1). */
export const fieldSettingOf = ({ fieldSettings }: Action, fId: FId): ActionFieldSetting => fieldSettings[fId] ?? UNSET

/** Returns whether a write by the action may contain the field's value. */
export function mayWriteField(action: Action, fId: FId): boolean {
  const { show, update } = fieldSettingOf(action, fId)
  return show && update
}

/** Returns whether a write by the action may choose the item's status. */
export const mayChooseStatus = ({ setStatus }: Action): boolean => setStatus === null

/** A status that an update action gives to items. */
export interface StatusMove {
  readonly action: Action
  readonly sId: SId
}

/** Returns the status moves of items that have a status. */
export const statusMovesFrom = ({ actions }: Datastore, from: SId | null): StatusMove[] =>
  actions.flatMap((action) => {
    const { crudType, statusId, setStatus: sId } = action
    const runs = crudType === "2" && (statusId === null || statusId === from)
    return runs && sId !== null ? [{ action, sId }] : []
  })

/** Throws if an auto action runs this action. Call this function before the action is deleted or becomes a delete action. */
export function requireUnused(view: View, { wId }: Datastore, { aId, displayId }: Action): void {
  const users = view.list("autoActions", "autoActionsByWorkspace", wId).filter((auto) => auto.aId === aId)
  if (users.length === 0) return
  const names = users.sort(byOrdinal).map(({ name }) => JSON.stringify(name))
  throw invalidParams(`the action ${displayId} is used by the auto action ${names.join(", ")}`)
}
