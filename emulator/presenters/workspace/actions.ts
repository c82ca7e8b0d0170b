import {
  type Action,
  type ActionsResult,
  type InputFields,
  type Lang,
  nameIn,
  type Status,
} from "../../../src/index.ts"
import { presentNames } from "../names.ts"
import { presentFieldDefinition } from "./field-definition.ts"

const OPERATIONS = { "1": "new", "2": "update", "3": "delete", "4": "copy" } as const

/** The answer of GetStatuses (api.md section 15). */
export const presentStatuses = (statuses: readonly Status[], lang: Lang) =>
  statuses.map(({ displayId, name, sId, sortId, x, y }) => ({
    display_id: displayId,
    name: presentNames(name),
    displayed_name: nameIn(name, lang),
    status_id: sId,
    sort_id: sortId,
    x,
    y,
  }))

/** The answer of GetActions. */
export const presentActions = ({ datastore, actions, lang }: ActionsResult) =>
  actions.map(({ aId, displayId, name, crudType, setStatus, statusId }) => ({
    workspace_id: datastore.wId,
    project_id: datastore.pId,
    datastore_id: datastore.dId,
    action_id: aId,
    display_id: displayId,
    name: nameIn(name, lang),
    operation: OPERATIONS[crudType],
    set_status: setStatus ?? "",
    ...(statusId === null ? {} : { status_id: statusId }),
    is_status_action: statusId !== null,
  }))

/** The answers of GetNewActions and GetUpdateActions. */
export const presentRunnableActions = ({ actions, lang }: ActionsResult) => ({
  actions: actions.map(({ aId, name, displayOrder, crudType, setStatus }) => ({
    action_id: aId,
    name: nameIn(name, lang),
    display_order: displayOrder,
    crud_type: crudType,
    next_status_id: setStatus ?? "",
  })),
})

/** The answer of GetInputFields (api.md section 15.1). */
export const presentInputFields = ({ action, fields, lang }: InputFields) => ({
  action: {
    action_id: action.aId,
    display_order: action.displayOrder,
    description: action.description,
    crud_type: action.crudType,
    next_status_id: action.setStatus ?? "",
  },
  action_fields: Object.fromEntries(
    fields.map((field) => [
      field.fId,
      {
        ...presentFieldDefinition(field, lang),
        ...(field.selected === undefined ? {} : { selected: field.selected }),
      },
    ]),
  ),
  action_field_settings: Object.fromEntries(fields.map(({ fId }) => [fId, presentFieldSetting(action, fId)])),
})

function presentFieldSetting({ aId, fieldSettings }: Action, fId: string) {
  const own = (fieldSettings as Readonly<Record<string, Action["fieldSettings"][never]>>)[fId]
  return {
    action_id: own === undefined ? "" : aId,
    field_id: fId,
    show: own?.show ?? true,
    update: own?.update ?? true,
    mandatory: own?.mandatory ?? false,
  }
}
