import type * as z from "zod"
import { type ActionInput, fieldSettingOf } from "../../../../src/fields/index.ts"
import { ACTION_OPERATIONS, type Action, type Field } from "../../../../src/model/records/index.ts"
import type { ActionSettings, ActionsByStatus } from "../../../../src/operations/index.ts"
import type { actionSettingsAnswer, changeableAction } from "../../contract/workspace-shapes/actions.ts"
import type { actionSettingsOfDatastoreAnswer } from "../../contract/workspace-shapes/datastores.ts"
import { presentNames } from "../names.ts"
import { presentListedRoles } from "./setting-roles.ts"

type OfDatastore = z.input<ReturnType<typeof actionSettingsOfDatastoreAnswer>>

export const presentActionsByStatus = (result: ActionsByStatus): OfDatastore => ({
  statuses: result.statuses.map(({ status, actions }) => ({
    id: status.sId,
    display_id: status.displayId,
    names: presentNames(status.name),
    status_actions: actions.map((action) => presentAction(action, result)),
  })),
  item_actions: result.itemActions.map((action) => presentAction(action, result)),
})

const presentAction = (action: Action, { roles, fields }: ActionsByStatus): OfDatastore["item_actions"][number] => ({
  id: action.aId,
  display_id: action.displayId,
  names: presentNames(action.name),
  display_order: action.displayOrder,
  crud_type: action.crudType,
  roles: presentListedRoles(roles, action.roles, (canExecute) => ({ canExecute })),
  action_field_settings: fields.map((field) => presentFieldSetting(action, field)),
})

const presentFieldSetting = (
  action: Action,
  { fId, displayId, name }: Field,
): OfDatastore["item_actions"][number]["action_field_settings"][number] => ({
  id: fId,
  display_id: displayId,
  names: presentNames(name),
  ...fieldSettingOf(action, fId),
})

export const presentActionSettings = ({
  datastore,
  action,
  fields,
  roles,
}: ActionSettings): z.input<ReturnType<typeof actionSettingsAnswer>> => ({
  workspace_id: datastore.wId,
  project_id: datastore.pId,
  datastore_id: datastore.dId,
  action_id: action.aId,
  status_id: action.statusId ?? undefined,
  is_status_action: action.statusId !== null,
  display_id: action.displayId,
  description: action.description,
  search_keys: [],
  operation: ACTION_OPERATIONS[action.crudType],
  set_status: action.setStatus ?? "",
  name: presentNames(action.name),
  roles: presentListedRoles(roles, action.roles, (can_execute) => ({ can_execute })),
  action_field_settings: fields.map(({ fId }) => ({ field_id: fId, ...fieldSettingOf(action, fId) })),
})

export const readActionInput = (body: z.output<z.ZodObject<ReturnType<typeof changeableAction>>>): ActionInput => ({
  operation: body.operation,
  name: body.name,
  displayId: body.display_id,
  description: body.description,
  setStatus: body.set_status,
  isStatusAction: body.is_status_action,
  statusId: body.status_id,
  roles: body.roles,
  fieldSettings: body.action_field_settings?.map(({ field_id, ...setting }) => ({ field: field_id, ...setting })),
})
