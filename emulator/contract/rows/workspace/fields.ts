import * as z from "zod"
import {
  createField,
  createFieldOptions,
  deleteField,
  deleteFieldOptions,
  getDatastoreFields,
  getFieldSettings,
  updateField,
  updateFieldOptions,
} from "../../../../src/inside.ts"
import { presentFields } from "../../../api/presenters/workspace/field-definition.ts"
import { presentFieldSettings, readFieldInput, readOptionInput } from "../../../api/presenters/workspace/field-settings.ts"
import { row } from "../../../api/contract/declared-row.ts"
import {
  answer,
  body,
  data,
  displayId,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  listOf,
  mapOf,
  millis,
  named,
  nameInput,
  names,
  nothing,
  optionalId,
  optionId,
  queryBoolean,
} from "../../shapes.ts"
import { roleMembers } from "./role-shapes.ts"

const FIELDS = "/applications/:app-id/datastores/:datastore-id/fields"
const SHORT = "/datastores/:datastore-id/fields"

/** `FieldDef` of api.md section 16. */
export const fieldDefinition = lazy(() =>
  named(
    "FieldDefinition",
    answer({
      field_id: internalId(),
      name: z.string(),
      display_id: displayId(),
      dataType: z.string(),
      search: z.boolean(),
      show_list: z.boolean(),
      as_title: z.boolean(),
      status: z.boolean(),
      fieldIndex: integer(),
      title_order: integer(),
      full_text: z.boolean(),
      unique: z.boolean(),
      min_value: z.string(),
      max_value: z.string(),
      hideOnInput: z.boolean().optional(),
      hide_from_api: z.boolean().optional(),
      has_index: z.boolean().optional(),
      options: z
        .array(
          answer({
            option_id: optionId(),
            display_id: displayId(),
            value: z.string(),
            sort_id: integer(),
            enabled: z.boolean(),
            color: z.string().optional(),
          }),
        )
        .optional(),
      dslookup_info: answer({
        dslookup_project_id: internalId(),
        dslookup_datastore_id: internalId(),
        dslookup_field_id: internalIdOrNone(),
      }).optional(),
    }),
  ),
)

export type WireFieldDefinition = z.input<ReturnType<typeof fieldDefinition>>

/** Where a field stands on the screen. */
export const fieldLayout = lazy(() =>
  answer({ field_id: internalId(), sizeX: integer(), sizeY: integer(), col: integer(), row: integer() }),
)

/** How many options one request may give (control.md section 4). */
const MOST_OPTIONS = 10_000

/** What CreateField and UpdateField have in common. */
const settings = () => ({
  display_id: optionalId(),
  search: z.boolean().optional(),
  show_list: z.boolean().optional(),
  as_title: z.boolean().optional(),
  full_text: z.boolean().optional(),
  unique: z.boolean().optional(),
  hideOnInput: z.boolean().optional(),
  hide_from_api: z.boolean().optional(),
  has_index: z.boolean().optional(),
  roles: listOf(z.string()).optional(),
  selected: z.union([optionalId(), listOf(z.string())]),
  options: listOf(body({ ...optionInput(), o_id: optionalId() }), { max: MOST_OPTIONS }).optional(),
  min_value: z.union([z.string(), z.number()]).optional(),
  max_value: z.union([z.string(), z.number()]).optional(),
  num_info: body({
    prefix: z.string().optional(),
    suffix: z.string().optional(),
    no_comma: z.boolean().optional(),
    decimal_place: data(z.int().min(0).nullable().optional()),
  }).optional(),
  autonum_info: body({
    prefix: z.string().optional(),
    zero_padding: z.boolean().optional(),
    digit: z.int().optional(),
  }).optional(),
  calc_info: body({ formula: z.string().optional() }).optional(),
  dslookup_info: body({
    dslookup_project_id: optionalId(),
    dslookup_datastore_id: optionalId(),
    dslookup_field_id: optionalId(),
    reverse_link: z.boolean().optional(),
  }).optional(),
  users_info: body({ single_select: z.boolean().optional(), publish: z.boolean().optional() }).optional(),
  file_info: body({ multiple: z.boolean().optional() }).optional(),
})

const optionInput = () => ({
  name: nameInput().optional(),
  value: nameInput().optional(),
  display_id: optionalId(),
  enabled: z.boolean().optional(),
  color: z.string().optional(),
  selected: z.boolean().optional(),
  sort_id: z.int().min(0).optional(),
})

export const fieldsAnswer = lazy(() =>
  answer({
    fields: mapOf(fieldDefinition()),
    field_layout: mapOf(fieldLayout()),
  }),
)

export const fieldSettingsAnswer = lazy(() =>
  answer({
    workspace_id: internalId(),
    project_id: internalId(),
    datastore_id: internalId(),
    field_id: internalId(),
    display_id: displayId(),
    data_type: z.string(),
    name: names(),
    search: z.boolean(),
    show_list: z.boolean(),
    as_title: z.boolean(),
    status: z.boolean(),
    full_text: z.boolean(),
    unique: z.boolean(),
    hide_on_input: z.boolean(),
    min_value: z.string().optional(),
    max_value: z.string().optional(),
    roles: z.array(answer({ ...roleMembers(), can_use: z.boolean() })),
    dslookup_info: answer({
      dslookup_project_id: internalId(),
      dslookup_datastore_id: internalId(),
      dslookup_field_id: internalIdOrNone(),
      reverse_link: z.boolean(),
    }).optional(),
    users_info: answer({ single_select: z.boolean(), publish: z.boolean() }).optional(),
    autonum_info: answer({ prefix: z.string(), zero_padding: z.boolean(), digit: integer() }).optional(),
    num_info: answer({
      prefix: z.string(),
      suffix: z.string(),
      no_comma: z.boolean(),
      decimal_place: integer().nullable(),
    }).optional(),
    calc_info: answer({ formula: z.string(), fields: z.array(internalId()) }).optional(),
    file_info: answer({ multiple: z.boolean() }).optional(),
    options: z
      .array(
        answer({
          o_id: optionId(),
          display_id: displayId(),
          value: names(),
          enabled: z.boolean(),
          selected: z.boolean(),
          sort_id: integer(),
          color: z.string(),
          created_at: millis(),
          updated_at: millis(),
        }),
      )
      .optional(),
  }),
)

export const changeableField = () => ({ ...settings(), name: nameInput().optional() })

/** api.md section 16: fields. */
export const fieldRows = {
  getDatastoreFields: row(getDatastoreFields, {
    method: "get",
    paths: [FIELDS, SHORT],
    tag: "fields",
    answer: fieldsAnswer,
    present: ({ fields, lang }) => presentFields(fields, lang),
    source: "docs",
  }),
  getFieldSettings: row(getFieldSettings, {
    method: "get",
    paths: [`${FIELDS}/:field-id`, `${SHORT}/:field-id`],
    tag: "fields",
    wireOnly: () => ({ with_options: queryBoolean() }),
    answer: fieldSettingsAnswer,
    present: (settings, { wire }) => presentFieldSettings(settings, wire.with_options === true),
    source: "client",
  }),
  createField: row(createField, {
    method: "post",
    paths: [FIELDS, SHORT],
    tag: "fields",
    wire: { settings: null },
    wireOnly: () => ({ ...settings(), dataType: z.string(), name: nameInput() }),
    toInput: ({ wire }) => ({ settings: { ...readFieldInput(wire), dataType: wire.dataType, name: wire.name } }),
    answer: lazy(() => answer({ display_id: displayId(), field_id: internalId(), dataType: z.string().optional() })),
    present: ({ displayId, fId, dataType }) => ({ display_id: displayId, field_id: fId, dataType }),
    source: "docs",
  }),
  updateField: row(updateField, {
    method: "put",
    paths: [`${FIELDS}/:field-id`, `${SHORT}/:field-id`],
    aliases: [
      { method: "patch", path: `${FIELDS}/:field-id` },
      { method: "patch", path: `${SHORT}/:field-id` },
    ],
    tag: "fields",
    wire: { settings: null },
    wireOnly: changeableField,
    toInput: ({ wire }) => ({ settings: readFieldInput(wire) }),
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  deleteField: row(deleteField, {
    method: "delete",
    paths: [`${FIELDS}/:field-id`, `${SHORT}/:field-id`],
    tag: "fields",
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  createFieldOptions: row(createFieldOptions, {
    method: "post",
    paths: [`${FIELDS}/:field-id/options`],
    tag: "fields",
    wire: { options: null },
    wireOnly: () => ({ options: listOf(body(optionInput()), { max: MOST_OPTIONS }) }),
    toInput: ({ wire }) => ({ options: wire.options.map(readOptionInput) }),
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  updateFieldOptions: row(updateFieldOptions, {
    method: "put",
    paths: [`${FIELDS}/:field-id/options`],
    tag: "fields",
    wire: { options: null },
    wireOnly: () => ({ options: listOf(body({ ...optionInput(), o_id: z.string() }), { max: MOST_OPTIONS }) }),
    toInput: ({ wire }) => ({
      options: wire.options.map((option) => ({ ...readOptionInput(option), oId: option.o_id })),
    }),
    answer: nothing,
    present: () => null,
    source: "client",
  }),
  deleteFieldOptions: row(deleteFieldOptions, {
    method: "delete",
    paths: [`${FIELDS}/:field-id/options`],
    tag: "fields",
    wire: { options: "o_ids" },
    answer: nothing,
    present: () => null,
    source: "client",
  }),
} as const
