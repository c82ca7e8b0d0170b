import type * as z from "zod"
import { fieldSettingOf } from "../../../../src/fields/index.ts"
import { type FId, type Lang, nameIn } from "../../../../src/model/index.ts"
import { ACTION_OPERATIONS, type Action, type Status } from "../../../../src/model/records/index.ts"
import type { ActionsResult, InputFields } from "../../../../src/operations/index.ts"
import type { statusesAnswer } from "../../contract/rows/workspace/datastores.ts"
import type {
  actionsAnswer,
  inputFieldsAnswer,
  newActionsAnswer,
  updateActionsAnswer,
} from "../../contract/workspace-shapes/actions.ts"
import { presentNames } from "../names.ts"
import { presentFieldDefinition } from "./field-definition.ts"

export const presentStatuses = (statuses: readonly Status[], lang: Lang): z.input<ReturnType<typeof statusesAnswer>> =>
  statuses.map((status) => presentStatus(status, lang))

const presentStatus = (
  { displayId, name, sId, sortId, x, y }: Status,
  lang: Lang,
): z.input<ReturnType<typeof statusesAnswer>>[number] => ({
  display_id: displayId,
  name: presentNames(name),
  displayed_name: nameIn(name, lang),
  status_id: sId,
  sort_id: sortId,
  x,
  y,
})

export const presentActions = (result: ActionsResult): z.input<ReturnType<typeof actionsAnswer>> =>
  result.actions.map((action) => presentAction(action, result))

const presentAction = (
  { aId, displayId, name, crudType, setStatus, statusId }: Action,
  { datastore, lang }: ActionsResult,
): z.input<ReturnType<typeof actionsAnswer>>[number] => ({
  workspace_id: datastore.wId,
  project_id: datastore.pId,
  datastore_id: datastore.dId,
  action_id: aId,
  display_id: displayId,
  name: nameIn(name, lang),
  operation: ACTION_OPERATIONS[crudType],
  set_status: setStatus ?? "",
  status_id: statusId ?? undefined,
  is_status_action: statusId !== null,
})

export const presentNewActions = ({ actions, lang }: ActionsResult): z.input<ReturnType<typeof newActionsAnswer>> => ({
  actions: actions.map((action) => presentRunnable(action, "1", lang)),
})

export const presentUpdateActions = ({
  actions,
  lang,
}: ActionsResult): z.input<ReturnType<typeof updateActionsAnswer>> => ({
  actions: actions.map((action) => presentRunnable(action, "2", lang)),
})

const presentRunnable = <C extends "1" | "2">(
  { aId, name, displayOrder, setStatus }: Action,
  crudType: C,
  lang: Lang,
): Omit<z.input<ReturnType<typeof newActionsAnswer>>["actions"][number], "crud_type"> & { crud_type: C } => ({
  action_id: aId,
  name: nameIn(name, lang),
  display_order: displayOrder,
  crud_type: crudType,
  next_status_id: setStatus ?? "",
})

type InputFieldsAnswer = z.input<ReturnType<typeof inputFieldsAnswer>>

export const presentInputFields = ({ action, fields, lang }: InputFields): InputFieldsAnswer => ({
  action: {
    action_id: action.aId,
    display_order: action.displayOrder,
    description: action.description,
    crud_type: action.crudType,
    next_status_id: action.setStatus ?? "",
  },
  action_fields: Object.fromEntries(fields.map((field) => [field.fId, presentInputField(field, lang)])),
  action_field_settings: Object.fromEntries(fields.map(({ fId }) => [fId, presentFieldSetting(action, fId)])),
})

const presentInputField = (
  field: InputFields["fields"][number],
  lang: Lang,
): InputFieldsAnswer["action_fields"][string] => ({
  ...presentFieldDefinition(field, lang),
  selected: "selected" in field ? field.selected[0] : undefined,
})

const presentFieldSetting = (action: Action, fId: FId): InputFieldsAnswer["action_field_settings"][string] => ({
  action_id: action.fieldSettings[fId] === undefined ? "" : action.aId,
  field_id: fId,
  ...fieldSettingOf(action, fId),
})
