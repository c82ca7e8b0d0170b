import { type Action, type ActionsByStatus, type Field, fieldSettingOf } from "../../../src/inside.ts"
import type { AnswerTo } from "../../contract/table.ts"
import { presentNames } from "../names.ts"
import { presentListedRoles } from "./setting-roles.ts"

type OfDatastore = AnswerTo<"getActionSettingsOfDatastore">

/** The answer of GetActionSettingsOfDatastore (api.md section 15). */
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
): OfDatastore["item_actions"][number]["action_field_settings"][number] => {
  const { show, update, mandatory } = fieldSettingOf(action, fId)
  return { id: fId, display_id: displayId, names: presentNames(name), show, update, mandatory }
}
