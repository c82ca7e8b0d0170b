import type * as z from "zod"
import type { FieldInput, OptionInput } from "../../../../src/fields/index.ts"
import {
  AUTONUM,
  dumpSettings,
  FIELD_IN,
  NUM_INFO,
  presentSettings,
  readWireSettings,
  USERS,
} from "../../../../src/model/settings/index.ts"
import type { FieldSettings } from "../../../../src/operations/index.ts"
import type { changeableField, fieldSettingsAnswer } from "../../contract/workspace-shapes/fields.ts"
import { presentNames } from "../names.ts"
import { presentDatastorePath, presentListedRoles } from "./setting-parts.ts"
import { presentOwnSettings } from "./type-settings.ts"

export function presentFieldSettings(
  settings: FieldSettings,
  withOptions: boolean,
): z.input<ReturnType<typeof fieldSettingsAnswer>> {
  const { datastore, field, roles } = settings
  const { options, ...own } = presentOwnSettings(settings)
  return {
    ...presentDatastorePath(datastore),
    field_id: field.fId,
    display_id: field.displayId,
    data_type: field.dataType,
    name: presentNames(field.name),
    ...presentSettings(FIELD_IN.details, field),
    // A limit that is not set is missing, as in a fixture.
    ...dumpSettings(FIELD_IN.limits, field),
    roles: presentListedRoles(roles, field.roles, (can_use) => ({ can_use })),
    ...own,
    options: withOptions ? options : undefined,
  }
}

type FieldBody = z.output<z.ZodObject<ReturnType<typeof changeableField>>>

export const readFieldInput = (body: FieldBody): FieldInput => ({
  name: body.name,
  displayId: body.display_id,
  ...readWireSettings(FIELD_IN.request, body),
  ...readWireSettings(FIELD_IN.limits, body),
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
  numInfo: number && readWireSettings(NUM_INFO, number),
  calc,
  autonum: autonum && readWireSettings(AUTONUM, autonum),
  users: users && readWireSettings(USERS, users),
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
