import type { ActionInput, FieldInput, OptionInput } from "../../../src/inside.ts"
import type { BodyInputOf } from "../../contract/row.ts"
import type { OperationTable } from "../../contract/table.ts"

type ActionBody = BodyInputOf<OperationTable["updateAction"]>
type FieldBody = BodyInputOf<OperationTable["updateField"]>
type OptionBody = NonNullable<FieldBody["options"]>[number]

/** What a request says of an action. */
export const actionBody = (action: ActionInput): ActionBody => ({
  operation: action.operation,
  name: action.name,
  display_id: action.displayId,
  description: action.description,
  set_status: action.setStatus,
  is_status_action: action.isStatusAction,
  status_id: action.statusId,
  roles: action.roles && [...action.roles],
  action_field_settings: action.fieldSettings?.map(({ field, ...setting }) => ({ field_id: field, ...setting })),
})

/** What a request says of a field. */
export const fieldBody = (field: FieldInput): FieldBody => ({
  name: field.name,
  display_id: field.displayId,
  search: field.search,
  show_list: field.showList,
  as_title: field.asTitle,
  full_text: field.fullText,
  unique: field.unique,
  min_value: field.minValue,
  max_value: field.maxValue,
  hideOnInput: field.hideOnInput,
  hide_from_api: field.hideFromApi,
  has_index: field.hasIndex,
  roles: field.roles && [...field.roles],
  ...typeBody(field),
})

const typeBody = ({ numInfo, calc, autonum, users, file, dslookup, options, selected }: FieldInput) => ({
  num_info: numInfo && {
    prefix: numInfo.prefix,
    suffix: numInfo.suffix,
    no_comma: numInfo.noComma,
    decimal_place: numInfo.decimalPlace,
  },
  calc_info: calc,
  autonum_info: autonum && { prefix: autonum.prefix, zero_padding: autonum.zeroPadding, digit: autonum.digit },
  users_info: users && { single_select: users.singleSelect, publish: users.publish },
  file_info: file,
  dslookup_info: dslookup && {
    dslookup_project_id: dslookup.application,
    dslookup_datastore_id: dslookup.datastore,
    dslookup_field_id: dslookup.field,
    reverse_link: dslookup.reverseLink,
  },
  options: options?.map(optionBody),
  selected: selected && [...selected],
})

/** What a request says of an option. */
export const optionBody = ({ oId, displayId, sortId, ...option }: OptionInput): OptionBody => ({
  ...option,
  o_id: oId,
  display_id: displayId,
  sort_id: sortId,
})

/** The same of one that is new, which has no ID. */
export function newOptionBody(option: OptionInput): Omit<OptionBody, "o_id"> {
  const { o_id: _, ...body } = optionBody(option)
  return body
}
