import type { FieldSettings } from "../../../src/inside.ts"
import type { AnswerTo } from "../../contract/table.ts"
import { presentNames } from "../names.ts"
import { presentListedRoles } from "./setting-roles.ts"
import { presentOwnSettings } from "./type-settings.ts"

/** The answer of GetFieldSettings (api.md section 16); the options of the field only where they are asked for. */
export function presentFieldSettings(settings: FieldSettings, withOptions: boolean): AnswerTo<"getFieldSettings"> {
  const { datastore, field, roles } = settings
  const { options, ...own } = presentOwnSettings(settings)
  return {
    workspace_id: datastore.wId,
    project_id: datastore.pId,
    datastore_id: datastore.dId,
    field_id: field.fId,
    display_id: field.displayId,
    data_type: field.dataType,
    name: presentNames(field.name),
    search: field.search,
    show_list: field.showList,
    as_title: field.asTitle,
    status: field.status,
    full_text: field.fullText,
    unique: field.unique,
    hide_on_input: field.hideOnInput,
    min_value: field.minValue || undefined,
    max_value: field.maxValue || undefined,
    roles: presentListedRoles(roles, field.roles, (can_use) => ({ can_use })),
    ...own,
    options: withOptions ? options : undefined,
  }
}
