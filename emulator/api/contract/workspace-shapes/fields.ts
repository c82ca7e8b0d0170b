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
  display_id: displayId().describe("Display ID: the one chosen on the screen"),
  dataType: dataTypeName(),
  search: z.boolean().describe("Whether the field can be searched"),
  show_list: z.boolean().describe("Whether lists on the screen show the field"),
  as_title: z.boolean().describe("Whether the field is part of the item's title"),
  status: z.boolean().describe("Whether the field is the datastore's status"),
  fieldIndex: integer().describe("Place among the datastore's fields, from 0"),
  title_order: integer().describe("Place of the field in the item's title; 0 comes last"),
  full_text: z.boolean().describe("Whether GlobalSearch looks into the field"),
  unique: z.boolean().describe("Whether no two items may have the same value"),
  min_value: z.string().describe("The smallest number, or the fewest characters; empty for none"),
  max_value: z.string().describe("The largest number, or the most characters; empty for none"),
  hideOnInput: z.boolean().optional().describe("Whether the screen hides the field on input"),
  hide_from_api: z.boolean().optional().describe("Whether the field is unknown to the API"),
  has_index: z.boolean().optional().describe("Whether the service keeps an index of the field; nothing depends on it"),
  options: listOf("Options of the field, in order", {
    option_id: optionId().describe("ID of the option"),
    display_id: displayId().describe("Display ID of the option"),
    value: z.string().describe("Name of the option"),
    sort_id: integer().describe("Place in the list, from 0"),
    enabled: z.boolean().describe("Whether the option can be chosen; values that have it stay"),
    color: z.string().optional().describe("Colour on the screen"),
  }).optional(),
  dslookup_info: answer({
    dslookup_project_id: internalId().describe("Application of the items, by internal ID"),
    dslookup_datastore_id: internalId().describe("Datastore of the items, by internal ID"),
    dslookup_field_id: internalIdOrNone().describe("The field that stands for the item, by internal ID"),
  })
    .optional()
    .describe("The items that the field may name"),
}))

export type WireFieldDefinition = z.input<ReturnType<typeof fieldDefinition>>

export const fieldLayout = answerOf(() => ({
  field_id: internalId().describe("The field, by display or internal ID"),
  sizeX: integer().describe("Columns that the field takes on the screen"),
  sizeY: integer().describe("Rows that the field takes on the screen"),
  col: integer().describe("Column on the screen, from 0"),
  row: integer().describe("Row on the screen, from 0"),
}))

/** Maximum number of options in one request (control.md section 4). */
export const MOST_OPTIONS = 10_000

/** Returns the properties that CreateField and UpdateField share. */
export const settings = () => ({
  display_id: optionalId().describe("Display ID of the field; generated when a request has none"),
  search: z.boolean().optional().describe("Whether the field can be searched"),
  show_list: z.boolean().optional().describe("Whether lists on the screen show the field"),
  as_title: z.boolean().optional().describe("Whether the field is part of the item's title"),
  full_text: z.boolean().optional().describe("Whether GlobalSearch looks into the field"),
  unique: z.boolean().optional().describe("Whether no two items may have the same value"),
  hideOnInput: z.boolean().optional().describe("Whether the screen hides the field on input"),
  hide_from_api: z.boolean().optional().describe("Whether the field is unknown to the API"),
  has_index: z.boolean().optional().describe("Whether the service keeps an index of the field; nothing depends on it"),
  roles: z
    .array(z.string())
    .optional()
    .describe("Roles whose holders see the field, by display ID or r_id; ADMIN is added by itself"),
  selected: z
    .union([optionalId(), z.array(z.string())])
    .describe("The option chosen when the field is first shown, by o_id or display ID; of a checkbox also several"),
  options: z
    .array(body({ ...optionInput(), o_id: optionalId().describe("ID of the option") }))
    .max(MOST_OPTIONS)
    .optional()
    .describe("Options of the field, in order"),
  min_value: z
    .union([z.string(), z.number()])
    .optional()
    .describe("The smallest number, or the fewest characters; empty for none"),
  max_value: z
    .union([z.string(), z.number()])
    .optional()
    .describe("The largest number, or the most characters; empty for none"),
  num_info: body({
    prefix: z.string().optional().describe("Text before the number"),
    suffix: z.string().optional().describe("Text after the number"),
    no_comma: z.boolean().optional().describe("Whether thousands are written without commas"),
    decimal_place: data(z.int().min(0).nullable().optional()).describe(
      "Digits behind the point; null for as many as there are",
    ),
  })
    .optional()
    .describe("How numbers of the field are written"),
  autonum_info: body({
    prefix: z.string().optional().describe("Text before the number"),
    zero_padding: z.boolean().optional().describe("Whether it is filled up with zeros"),
    digit: z.int().optional().describe("Digits that a number is filled up to"),
  })
    .optional()
    .describe("How the field numbers items"),
  calc_info: body({ formula: z.string().optional().describe("The formula, with display IDs of fields") })
    .optional()
    .describe("What the field is calculated of"),
  dslookup_info: body({
    dslookup_project_id: optionalId().describe("Application of the items, by internal or display ID"),
    dslookup_datastore_id: optionalId().describe("Datastore of the items, by internal or display ID"),
    dslookup_field_id: optionalId().describe("The field that stands for the item, by internal or display ID"),
    reverse_link: z.boolean().optional().describe("Whether the named item is linked back"),
  })
    .optional()
    .describe("The items that the field may name"),
  users_info: body({
    single_select: z.boolean().optional().describe("Whether it takes one user only"),
    publish: z.boolean().optional().describe("Whether the item is published to the users that it names"),
  })
    .optional()
    .describe("How the field takes users"),
  file_info: body({ multiple: z.boolean().optional().describe("Whether it takes several files") })
    .optional()
    .describe("How the field takes files"),
})

export const optionInput = () => ({
  name: nameInput().optional().describe("Name of the option, as value"),
  value: nameInput().optional().describe("Name of the option"),
  display_id: optionalId().describe("Display ID of the option"),
  enabled: z.boolean().optional().describe("Whether the option can be chosen; values that have it stay"),
  color: z.string().optional().describe("Colour on the screen"),
  selected: z.boolean().optional().describe("Whether it is chosen when the field is first shown"),
  sort_id: z.int().min(0).optional().describe("Place in the list, from 0"),
})

export const fieldsAnswer = answerOf(() => ({
  fields: z.record(z.string(), fieldDefinition()).describe("The datastore's fields"),
  field_layout: z.record(z.string(), fieldLayout()).describe("Where the fields stand on the screen"),
}))

export const fieldSettingsAnswer = answerOf(() => ({
  workspace_id: internalId().describe("Internal ID of the workspace"),
  project_id: internalId().describe("Internal ID of the application"),
  datastore_id: internalId().describe("Internal ID of the datastore"),
  field_id: internalId().describe("The field, by display or internal ID"),
  display_id: displayId().describe("Display ID: the one chosen on the screen"),
  data_type: z.string().describe("Data type of the field"),
  name: names().describe("Name of the field by language"),
  search: z.boolean().describe("Whether the field can be searched"),
  show_list: z.boolean().describe("Whether lists on the screen show the field"),
  as_title: z.boolean().describe("Whether the field is part of the item's title"),
  status: z.boolean().describe("Whether the field is the datastore's status"),
  full_text: z.boolean().describe("Whether GlobalSearch looks into the field"),
  unique: z.boolean().describe("Whether no two items may have the same value"),
  hide_on_input: z.boolean().describe("Whether the screen hides the field on input"),
  min_value: z.string().optional().describe("The smallest number, or the fewest characters; empty for none"),
  max_value: z.string().optional().describe("The largest number, or the most characters; empty for none"),
  roles: listOf("Roles", { ...roleMembers(), can_use: z.boolean().describe("Whether the role's holders may use it") }),
  dslookup_info: answer({
    dslookup_project_id: internalId().describe("Application of the items, by internal ID"),
    dslookup_datastore_id: internalId().describe("Datastore of the items, by internal ID"),
    dslookup_field_id: internalIdOrNone().describe("The field that stands for the item, by internal ID"),
    reverse_link: z.boolean().describe("Whether the named item is linked back"),
  })
    .optional()
    .describe("The items that the field may name"),
  users_info: answer({
    single_select: z.boolean().describe("Whether it takes one user only"),
    publish: z.boolean().describe("Whether the item is published to the users that it names"),
  })
    .optional()
    .describe("How the field takes users"),
  autonum_info: answer({
    prefix: z.string().describe("Text before the number"),
    zero_padding: z.boolean().describe("Whether it is filled up with zeros"),
    digit: integer().describe("Digits that a number is filled up to"),
  })
    .optional()
    .describe("How the field numbers items"),
  num_info: answer({
    prefix: z.string().describe("Text before the number"),
    suffix: z.string().describe("Text after the number"),
    no_comma: z.boolean().describe("Whether thousands are written without commas"),
    decimal_place: integer().nullable().describe("Digits behind the point; null for as many as there are"),
  })
    .optional()
    .describe("How numbers of the field are written"),
  calc_info: answer({
    formula: z.string().describe("The formula, with display IDs of fields"),
    fields: z.array(internalId()).describe("Internal IDs of the fields that the formula names, each once"),
  })
    .optional()
    .describe("What the field is calculated of"),
  file_info: answer({ multiple: z.boolean().describe("Whether it takes several files") })
    .optional()
    .describe("How the field takes files"),
  options: listOf("Options of the field, in order", {
    o_id: optionId().describe("ID of the option"),
    display_id: displayId().describe("Display ID of the option"),
    value: names().describe("Name of the option"),
    enabled: z.boolean().describe("Whether the option can be chosen; values that have it stay"),
    selected: z.boolean().describe("Whether it is chosen when the field is first shown"),
    sort_id: integer().describe("Place in the list, from 0"),
    color: z.string().describe("Colour on the screen"),
    created_at: millis().describe("When it was created: an ISO 8601 instant in UTC"),
    updated_at: millis().describe("When it was last changed: an ISO 8601 instant in UTC"),
  }).optional(),
}))

export const changeableField = () => ({
  ...settings(),
  name: nameInput().optional().describe("Name of the field: a text in the world's language, or one for each"),
})
