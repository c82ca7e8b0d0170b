import * as z from "zod"
import {
  answer,
  answerOf,
  body,
  data,
  dataTypeName,
  displayId,
  integer,
  internalId,
  internalIdOrNone,
  listOf,
  millis,
  namedAnswer,
  nameInput,
  names,
  optionalId,
  optionId,
} from "../shapes.ts"
import { roleMembers } from "./role-shapes.ts"

/** Schema of `FieldDef` (api.md section 16). */
export const fieldDefinition = namedAnswer("FieldDefinition", () => ({
  field_id: internalId().describe("Internal ID of the field"),
  name: z.string().describe("Name of the field, in the world's language"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  dataType: dataTypeName(),
  search: z.boolean().describe("Whether the field can be searched"),
  show_list: z.boolean().describe("Whether lists on the service's screens show the field"),
  as_title: z.boolean().describe("Whether the field is part of the item's title"),
  status: z.boolean().describe("Whether the field is the datastore's status"),
  fieldIndex: integer().describe("Position among the datastore's fields, counted from 0"),
  title_order: integer().describe("Position of the field in the item's title; 0 is last"),
  full_text: z.boolean().describe("Whether GlobalSearch searches the field"),
  unique: z.boolean().describe("Whether the values of the field must be unique"),
  min_value: z.string().describe("Minimum value or length; empty for no minimum"),
  max_value: z.string().describe("Maximum value or length; empty for no maximum"),
  hideOnInput: z.boolean().optional().describe("Whether the service's input screens hide the field"),
  hide_from_api: z.boolean().optional().describe("Whether the API omits the field"),
  has_index: z.boolean().optional().describe("Whether the service has an index of the field; has no effect"),
  options: listOf("Options of the field, in order", {
    option_id: optionId().describe("ID of the option"),
    display_id: displayId().describe("Display ID of the option"),
    value: z.string().describe("Name of the option"),
    sort_id: integer().describe("Position in the list, counted from 0"),
    enabled: z.boolean().describe("Whether the option can be chosen; existing values keep a disabled option"),
    color: z.string().optional().describe("Colour on the service's screens"),
  }).optional(),
  dslookup_info: answer({
    dslookup_project_id: internalId().describe("Internal ID of the items' application"),
    dslookup_datastore_id: internalId().describe("Internal ID of the items' datastore"),
    dslookup_field_id: internalIdOrNone().describe("Internal ID of the field that is shown for the item"),
  })
    .optional()
    .describe("The items that the lookup field may refer to"),
}))

export type WireFieldDefinition = z.input<ReturnType<typeof fieldDefinition>>

export const fieldLayout = answerOf(() => ({
  field_id: internalId().describe("Display or internal ID of the field"),
  sizeX: integer().describe("Width of the field in the layout, in columns"),
  sizeY: integer().describe("Height of the field in the layout, in rows"),
  col: integer().describe("Column of the field in the layout, counted from 0"),
  row: integer().describe("Row of the field in the layout, counted from 0"),
}))

/** Maximum number of options in one request (control.md section 4). */
export const MOST_OPTIONS = 10_000

/** Returns the properties that CreateField and UpdateField share. */
export const settings = () => ({
  display_id: optionalId().describe("Display ID of the field; generated if the request omits it"),
  search: z.boolean().optional().describe("Whether the field can be searched"),
  show_list: z.boolean().optional().describe("Whether lists on the service's screens show the field"),
  as_title: z.boolean().optional().describe("Whether the field is part of the item's title"),
  full_text: z.boolean().optional().describe("Whether GlobalSearch searches the field"),
  unique: z.boolean().optional().describe("Whether the values of the field must be unique"),
  hideOnInput: z.boolean().optional().describe("Whether the service's input screens hide the field"),
  hide_from_api: z.boolean().optional().describe("Whether the API omits the field"),
  has_index: z.boolean().optional().describe("Whether the service has an index of the field; has no effect"),
  roles: z
    .array(z.string())
    .optional()
    .describe("Display IDs or r_ids of the roles that see the field; ADMIN is always added"),
  selected: z
    .union([optionalId(), z.array(z.string())])
    .describe("o_id or display ID of the initially selected option; a list for a checkbox field"),
  options: z
    .array(body({ ...optionInput(), o_id: optionalId().describe("ID of the option") }))
    .max(MOST_OPTIONS)
    .optional()
    .describe("Options of the field, in order"),
  min_value: z.union([z.string(), z.number()]).optional().describe("Minimum value or length; empty for no minimum"),
  max_value: z.union([z.string(), z.number()]).optional().describe("Maximum value or length; empty for no maximum"),
  num_info: body({
    prefix: z.string().optional().describe("Text that is written before the number"),
    suffix: z.string().optional().describe("Text that is written after the number"),
    no_comma: z.boolean().optional().describe("Whether numbers are written without thousands separators"),
    decimal_place: data(z.int().min(0).nullable().optional()).describe("Number of decimal places; null for all"),
  })
    .optional()
    .describe("Format of the field's numbers"),
  autonum_info: body({
    prefix: z.string().optional().describe("Text that is written before the number"),
    zero_padding: z.boolean().optional().describe("Whether the number is padded with zeros"),
    digit: z.int().optional().describe("Minimum number of digits"),
  })
    .optional()
    .describe("Settings of the field's numbers"),
  calc_info: body({ formula: z.string().optional().describe("The formula, which contains display IDs of fields") })
    .optional()
    .describe("Settings of the calculated field"),
  dslookup_info: body({
    dslookup_project_id: optionalId().describe("Internal or display ID of the items' application"),
    dslookup_datastore_id: optionalId().describe("Internal or display ID of the items' datastore"),
    dslookup_field_id: optionalId().describe("Internal or display ID of the field that is shown for the item"),
    reverse_link: z.boolean().optional().describe("Whether the looked-up item gets a link back"),
  })
    .optional()
    .describe("The items that the lookup field may refer to"),
  users_info: body({
    single_select: z.boolean().optional().describe("Whether the field accepts only one user"),
    publish: z.boolean().optional().describe("Whether the item is published to the users in the field"),
  })
    .optional()
    .describe("Settings for the users of the field"),
  file_info: body({ multiple: z.boolean().optional().describe("Whether the field accepts several files") })
    .optional()
    .describe("Settings for the files of the field"),
})

export const optionInput = () => ({
  name: nameInput().optional().describe("Name of the option, in the property value"),
  value: nameInput().optional().describe("Name of the option"),
  display_id: optionalId().describe("Display ID of the option"),
  enabled: z.boolean().optional().describe("Whether the option can be chosen; existing values keep a disabled option"),
  color: z.string().optional().describe("Colour on the service's screens"),
  selected: z.boolean().optional().describe("Whether the option is selected initially"),
  sort_id: z.int().min(0).optional().describe("Position in the list, counted from 0"),
})

export const fieldsAnswer = answerOf(() => ({
  fields: z.record(z.string(), fieldDefinition()).describe("The datastore's fields"),
  field_layout: z.record(z.string(), fieldLayout()).describe("Layout of the fields on the service's screens"),
}))

export const fieldSettingsAnswer = answerOf(() => ({
  workspace_id: internalId().describe("Internal ID of the workspace"),
  project_id: internalId().describe("Internal ID of the application"),
  datastore_id: internalId().describe("Internal ID of the datastore"),
  field_id: internalId().describe("Display or internal ID of the field"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  data_type: z.string().describe("Data type of the field"),
  name: names().describe("Name of the field by language"),
  search: z.boolean().describe("Whether the field can be searched"),
  show_list: z.boolean().describe("Whether lists on the service's screens show the field"),
  as_title: z.boolean().describe("Whether the field is part of the item's title"),
  status: z.boolean().describe("Whether the field is the datastore's status"),
  full_text: z.boolean().describe("Whether GlobalSearch searches the field"),
  unique: z.boolean().describe("Whether the values of the field must be unique"),
  hide_on_input: z.boolean().describe("Whether the service's input screens hide the field"),
  min_value: z.string().optional().describe("Minimum value or length; empty for no minimum"),
  max_value: z.string().optional().describe("Maximum value or length; empty for no maximum"),
  roles: listOf("Roles", { ...roleMembers(), can_use: z.boolean().describe("Whether users with the role may use it") }),
  dslookup_info: answer({
    dslookup_project_id: internalId().describe("Internal ID of the items' application"),
    dslookup_datastore_id: internalId().describe("Internal ID of the items' datastore"),
    dslookup_field_id: internalIdOrNone().describe("Internal ID of the field that is shown for the item"),
    reverse_link: z.boolean().describe("Whether the looked-up item gets a link back"),
  })
    .optional()
    .describe("The items that the lookup field may refer to"),
  users_info: answer({
    single_select: z.boolean().describe("Whether the field accepts only one user"),
    publish: z.boolean().describe("Whether the item is published to the users in the field"),
  })
    .optional()
    .describe("Settings for the users of the field"),
  autonum_info: answer({
    prefix: z.string().describe("Text that is written before the number"),
    zero_padding: z.boolean().describe("Whether the number is padded with zeros"),
    digit: integer().describe("Minimum number of digits"),
  })
    .optional()
    .describe("Settings of the field's numbers"),
  num_info: answer({
    prefix: z.string().describe("Text that is written before the number"),
    suffix: z.string().describe("Text that is written after the number"),
    no_comma: z.boolean().describe("Whether numbers are written without thousands separators"),
    decimal_place: integer().nullable().describe("Number of decimal places; null for all"),
  })
    .optional()
    .describe("Format of the field's numbers"),
  calc_info: answer({
    formula: z.string().describe("The formula, which contains display IDs of fields"),
    fields: z.array(internalId()).describe("Internal IDs of the fields in the formula, without duplicates"),
  })
    .optional()
    .describe("Settings of the calculated field"),
  file_info: answer({ multiple: z.boolean().describe("Whether the field accepts several files") })
    .optional()
    .describe("Settings for the files of the field"),
  options: listOf("Options of the field, in order", {
    o_id: optionId().describe("ID of the option"),
    display_id: displayId().describe("Display ID of the option"),
    value: names().describe("Name of the option"),
    enabled: z.boolean().describe("Whether the option can be chosen; existing values keep a disabled option"),
    selected: z.boolean().describe("Whether the option is selected initially"),
    sort_id: integer().describe("Position in the list, counted from 0"),
    color: z.string().describe("Colour on the service's screens"),
    created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
    updated_at: millis().describe("Time of the last change: an ISO 8601 instant in UTC"),
  }).optional(),
}))

export const changeableField = () => ({
  ...settings(),
  name: nameInput().optional().describe("Name of the field, in the world's language or by language"),
})
