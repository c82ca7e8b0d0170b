import * as z from "zod"
import {
  AUTONUM,
  FIELD_IN,
  FILE,
  NUM_INFO,
  partialShape,
  requestShape,
  responseShape,
  USERS,
} from "../../../../src/model/settings/index.ts"
import {
  answer,
  answerOf,
  body,
  datastorePath,
  dataTypeName,
  displayId,
  integer,
  internalId,
  listOf,
  lookupTarget,
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
  ...responseShape(FIELD_IN.definition),
  ...partialShape(FIELD_IN.optionalDefinition),
  options: listOf("Options of the field, in order", {
    option_id: optionId().describe("ID of the option"),
    display_id: displayId().describe("Display ID of the option"),
    value: z.string().describe("Name of the option"),
    sort_id: integer().describe("Position in the list, counted from 0"),
    enabled: z.boolean().describe("Whether the option can be chosen; existing values keep a disabled option"),
    color: z.string().optional().describe("Colour on the service's screens"),
  }).optional(),
  dslookup_info: answer(lookupTarget()).optional().describe("The items that the lookup field may refer to"),
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
export const MAX_OPTIONS = 10_000

/** Returns the properties that CreateField and UpdateField share. */
export const settings = () => ({
  display_id: optionalId().describe("Display ID of the field; generated if the request omits it"),
  ...requestShape(FIELD_IN.request),
  roles: z
    .array(z.string())
    .optional()
    .describe("Display IDs or r_ids of the roles that see the field; ADMIN is always added"),
  selected: z
    .union([optionalId(), z.array(z.string())])
    .describe("o_id or display ID of the initially selected option; a list for a checkbox field"),
  options: z
    .array(body({ ...optionInput(), o_id: optionalId().describe("ID of the option") }))
    .max(MAX_OPTIONS)
    .optional()
    .describe("Options of the field, in order"),
  ...requestShape(FIELD_IN.limits),
  num_info: body(requestShape(NUM_INFO)).optional().describe("Format of the field's numbers"),
  autonum_info: body(requestShape(AUTONUM)).optional().describe("Settings of the field's numbers"),
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
  users_info: body(requestShape(USERS)).optional().describe("Settings for the users of the field"),
  file_info: body(requestShape(FILE)).optional().describe("Settings for the files of the field"),
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
  ...datastorePath(),
  field_id: internalId().describe("Display or internal ID of the field"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  data_type: z.string().describe("Data type of the field"),
  name: names().describe("Name of the field by language"),
  ...responseShape(FIELD_IN.details),
  ...partialShape(FIELD_IN.limits),
  roles: listOf("Roles", { ...roleMembers(), can_use: z.boolean().describe("Whether users with the role may use it") }),
  dslookup_info: answer({
    ...lookupTarget(),
    reverse_link: z.boolean().describe("Whether the looked-up item gets a link back"),
  })
    .optional()
    .describe("The items that the lookup field may refer to"),
  users_info: answer(responseShape(USERS)).optional().describe("Settings for the users of the field"),
  autonum_info: answer(responseShape(AUTONUM)).optional().describe("Settings of the field's numbers"),
  num_info: answer(responseShape(NUM_INFO)).optional().describe("Format of the field's numbers"),
  calc_info: answer({
    formula: z.string().describe("The formula, which contains display IDs of fields"),
    fields: z.array(internalId()).describe("Internal IDs of the fields in the formula, without duplicates"),
  })
    .optional()
    .describe("Settings of the calculated field"),
  file_info: answer(responseShape(FILE)).optional().describe("Settings for the files of the field"),
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
