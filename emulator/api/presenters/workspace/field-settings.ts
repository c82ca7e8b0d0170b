import type * as z from "zod"
import type { FieldInput, OptionInput } from "../../../../src/fields/index.ts"
import type { FieldSettings } from "../../../../src/operations/index.ts"
import type { changeableField, fieldSettingsAnswer } from "../../contract/workspace-shapes/fields.ts"
import { presentNames } from "../names.ts"
import { presentListedRoles } from "./setting-roles.ts"
import { presentOwnSettings } from "./type-settings.ts"

export function presentFieldSettings(
  settings: FieldSettings,
  withOptions: boolean,
): z.input<ReturnType<typeof fieldSettingsAnswer>> {
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

type FieldBody = z.output<z.ZodObject<ReturnType<typeof changeableField>>>

export const readFieldInput = (body: FieldBody): FieldInput => ({
  name: body.name,
  displayId: body.display_id,
  search: body.search,
  showList: body.show_list,
  asTitle: body.as_title,
  fullText: body.full_text,
  unique: body.unique,
  minValue: body.min_value,
  maxValue: body.max_value,
  hideOnInput: body.hideOnInput,
  hideFromApi: body.hide_from_api,
  hasIndex: body.has_index,
  roles: body.roles,
  ...readTypeInput(body),
})

const readTypeInput = ({
  num_info: number,
  calc_info: calc,
  autonum_info: autonum,
  users_info: users,
  file_info: file,
  dslookup_info: lookup,
  options,
  selected,
}: FieldBody): Partial<FieldInput> => ({
  numInfo: number && {
    prefix: number.prefix,
    suffix: number.suffix,
    noComma: number.no_comma,
    decimalPlace: number.decimal_place,
  },
  calc,
  autonum: autonum && { prefix: autonum.prefix, zeroPadding: autonum.zero_padding, digit: autonum.digit },
  users: users && { singleSelect: users.single_select, publish: users.publish },
  file,
  dslookup: lookup && {
    application: lookup.dslookup_project_id,
    datastore: lookup.dslookup_datastore_id,
    field: lookup.dslookup_field_id,
    reverseLink: lookup.reverse_link,
  },
  options: options?.map((option) => ({ ...readOptionInput(option), oId: option.o_id })),
  selected,
})

/** Converts an element of `options` to an option without an ID. */
export const readOptionInput = (
  option: Omit<NonNullable<FieldBody["options"]>[number], "o_id">,
): Omit<OptionInput, "oId"> => ({
  name: option.name ?? option.value,
  displayId: option.display_id,
  enabled: option.enabled,
  color: option.color,
  selected: option.selected,
  sortId: option.sort_id,
})
