import * as z from "zod"
import { row } from "../../row.ts"
import {
  answer,
  anyObject,
  body,
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
  namesInput,
  nothing,
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

/** What CreateField and UpdateField have in common. */
const settings = () => ({
  search: z.boolean().optional(),
  show_list: z.boolean().optional(),
  as_title: z.boolean().optional(),
  full_text: z.boolean().optional(),
  unique: z.boolean().optional(),
  hideOnInput: z.boolean().optional(),
  hide_from_api: z.boolean().optional(),
  has_index: z.boolean().optional(),
  roles: listOf(z.string()).optional(),
  selected: z.string().optional(),
  options: listOf(anyObject()).optional(),
  min_value: z.union([z.string(), z.number()]).optional(),
  max_value: z.union([z.string(), z.number()]).optional(),
  num_info: anyObject().optional(),
  autonum_info: anyObject().optional(),
  calc_info: anyObject().optional(),
  dslookup_info: anyObject().optional(),
  users_info: anyObject().optional(),
  file_info: anyObject().optional(),
})

const optionInput = () => ({
  name: nameInput().optional(),
  value: namesInput().optional(),
  display_id: z.string().optional(),
  enabled: z.boolean().optional(),
})

/** api.md section 16: fields. */
export const fieldRows = {
  getDatastoreFields: row({
    method: "get",
    paths: [FIELDS, SHORT],
    tag: "fields",
    summary: "The fields of a datastore and their layout",
    auth: "token",
    answer: lazy(() =>
      answer({
        fields: mapOf(fieldDefinition()),
        field_layout: mapOf(fieldLayout()),
      }),
    ),
    errors: { place: { shape: "placeNotFound", description: "fields for d_id: {datastore-id} is not found" } },
    source: "docs",
  }),
  getFieldSettings: row({
    method: "get",
    paths: [`${FIELDS}/:field-id`, `${SHORT}/:field-id`],
    tag: "fields",
    summary: "The settings of a field",
    auth: "token",
    query: lazy(() => z.object({ with_options: queryBoolean() })),
    answer: lazy(() =>
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
    ),
    source: "client",
  }),
  createField: row({
    method: "post",
    paths: [FIELDS, SHORT],
    tag: "fields",
    summary: "Add a field to a datastore",
    auth: "token",
    body: lazy(() =>
      body({ ...settings(), dataType: z.string(), name: nameInput(), display_id: z.string().optional() }),
    ),
    answer: lazy(() => answer({ display_id: displayId(), field_id: internalId(), dataType: z.string().optional() })),
    source: "docs",
    planned: true,
  }),
  updateField: row({
    method: "put",
    paths: [`${FIELDS}/:field-id`, `${SHORT}/:field-id`],
    aliases: [
      { method: "patch", path: `${FIELDS}/:field-id` },
      { method: "patch", path: `${SHORT}/:field-id` },
    ],
    tag: "fields",
    summary: "Change the settings of a field",
    auth: "token",
    body: lazy(() => body({ ...settings(), name: nameInput().optional() })),
    answer: nothing,
    source: "docs",
    planned: true,
  }),
  deleteField: row({
    method: "delete",
    paths: [`${FIELDS}/:field-id`, `${SHORT}/:field-id`],
    tag: "fields",
    summary: "Delete a field",
    auth: "token",
    answer: nothing,
    source: "docs",
    planned: true,
  }),
  createFieldOptions: row({
    method: "post",
    paths: [`${FIELDS}/:field-id/options`],
    tag: "fields",
    summary: "Add options to a field",
    auth: "token",
    body: lazy(() => body({ options: listOf(body(optionInput())) })),
    answer: nothing,
    source: "docs",
    planned: true,
  }),
  updateFieldOptions: row({
    method: "put",
    paths: [`${FIELDS}/:field-id/options`],
    tag: "fields",
    summary: "Change options of a field",
    auth: "token",
    body: lazy(() =>
      body({ options: listOf(body({ ...optionInput(), o_id: z.string(), sort_id: z.int().optional() })) }),
    ),
    answer: nothing,
    source: "client",
    planned: true,
  }),
  deleteFieldOptions: row({
    method: "delete",
    paths: [`${FIELDS}/:field-id/options`],
    tag: "fields",
    summary: "Delete options of a field",
    auth: "token",
    body: lazy(() => body({ o_ids: listOf(z.string()) })),
    answer: nothing,
    source: "client",
    planned: true,
  }),
} as const
