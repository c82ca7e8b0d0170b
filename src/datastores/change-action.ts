import { findField, findStatus } from "../access/places.ts"
import { invalidParams } from "../model/error.ts"
import { type FId, isDisplayId, type SId, shownDisplayId } from "../model/ids.ts"
import { changeNames, type NameInput } from "../model/names.ts"
import type { Action, ActionFieldSetting, CrudType, Datastore } from "../records/datastore.ts"
import { requireRoleList } from "../roles/require-role-list.ts"
import type { View } from "../state/view.ts"
import { type ActionOperation, crudTypeOf } from "./action-operations.ts"
import { fieldSettingOf } from "./field-setting.ts"

/** How an action is to treat a field, by internal or display ID; what is absent stays. */
export interface FieldSettingInput {
  /** The field, by its ID or display ID. */
  readonly field: string
  readonly show?: boolean | undefined
  readonly update?: boolean | undefined
  readonly mandatory?: boolean | undefined
}

/** What a request says of an action (api.md section 15, CreateAction and UpdateAction); what is absent stays. */
export interface ActionInput {
  readonly operation?: ActionOperation | undefined
  /** A text is the name in the world's language. */
  readonly name?: NameInput | undefined
  readonly displayId?: string | undefined
  readonly description?: string | undefined
  /** Internal or display ID of the status that the item gets. */
  readonly setStatus?: string | undefined
  readonly isStatusAction?: boolean | undefined
  /** Internal or display ID of the status in which the action is offered: makes it a status action. */
  readonly statusId?: string | undefined
  /** Internal or display IDs; ADMIN is added. */
  readonly roles?: readonly string[] | undefined
  /** How it treats fields; those that are left out stay as they are. */
  readonly fieldSettings?: readonly FieldSettingInput[] | undefined
}

/**
 * An action of a datastore with its settings changed. Refuses unknown references, a taken or malformed display ID, an empty name,
 * and statuses that the action can't have. An action whose operation changes is not the default of either.
 */
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
    setStatus: input.setStatus === undefined ? action.setStatus : requireStatus(datastore, input.setStatus),
    roles: input.roles === undefined ? action.roles : requireRoleList(view, datastore.pId, input.roles),
    fieldSettings: settleFieldSettings(datastore, action, input.fieldSettings),
  }
}

function settleDisplayId({ actions }: Datastore, { aId, displayId: own }: Action, displayId = own): string {
  if (!isDisplayId(displayId)) {
    throw invalidParams(`display_id must be 1 to 255 letters, digits, - and _: ${shownDisplayId(displayId)}`)
  }
  const isTaken = actions.some((other) => other.aId !== aId && other.displayId === displayId)
  if (isTaken) throw invalidParams(`display_id is taken in the datastore: ${displayId}`)
  return displayId
}

function requireStatus(datastore: Datastore, reference: string): SId {
  const status = findStatus(datastore, reference)
  if (status === undefined) throw invalidParams(`status not found: ${reference}`)
  return status.sId
}

function settleStatusId(
  datastore: Datastore,
  action: Action,
  crudType: CrudType,
  { statusId: reference, isStatusAction }: ActionInput,
): SId | null {
  if (reference !== undefined && isStatusAction === false) {
    throw invalidParams("status_id is for status actions, but is_status_action is false")
  }
  const kept = isStatusAction === false ? null : action.statusId
  const statusId = reference === undefined ? kept : requireStatus(datastore, reference)
  if (isStatusAction === true && statusId === null) throw invalidParams("a status action needs status_id")
  if (statusId !== null && crudType !== "2") {
    throw invalidParams("a status action updates the item: its operation is update")
  }
  return statusId
}

function settleFieldSettings(
  datastore: Datastore,
  action: Action,
  inputs: readonly FieldSettingInput[] | undefined,
): Action["fieldSettings"] {
  if (inputs === undefined || inputs.length === 0) return action.fieldSettings
  const settings: Record<FId, ActionFieldSetting> = { ...action.fieldSettings }
  for (const input of inputs) {
    const field = findField(datastore, input.field)
    if (field === undefined) throw invalidParams(`field not found: ${input.field}`)
    const present = settings[field.fId] ?? fieldSettingOf(action, field.fId)
    const { show = present.show, update = present.update, mandatory = present.mandatory } = input
    settings[field.fId] = { show, update, mandatory }
  }
  return settings
}
