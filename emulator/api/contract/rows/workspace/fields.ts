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
} from "../../../../../src/operations/list.ts"
import { presentFields } from "../../../presenters/workspace/field-definition.ts"
import { presentFieldSettings, readFieldInput, readOptionInput } from "../../../presenters/workspace/field-settings.ts"
import { row } from "../../declared-row.ts"
import {
  answerOf,
  body,
  dataTypeName,
  displayId,
  internalId,
  NOTHING,
  nameInput,
  newDataTypeName,
  queryBoolean,
} from "../../shapes.ts"
import {
  changeableField,
  fieldSettingsAnswer,
  fieldsAnswer,
  MAX_OPTIONS,
  optionInput,
  settings,
} from "../../workspace-shapes/fields.ts"

const FIELDS = "/applications/:app-id/datastores/:datastore-id/fields"
const SHORT_PATH = "/datastores/:datastore-id/fields"

/** Operations on fields (api.md section 16). */
export const fieldRows = {
  getDatastoreFields: row(getDatastoreFields, `get ${FIELDS}`, {
    otherPaths: [SHORT_PATH],
    answer: fieldsAnswer,
    present: ({ fields, lang }) => presentFields(fields, lang),
  }),
  getFieldSettings: row(getFieldSettings, `get ${FIELDS}/:field-id`, {
    otherPaths: [`${SHORT_PATH}/:field-id`],
    wireOnly: () => ({ with_options: queryBoolean().describe("Whether the response has options. Default: false") }),
    answer: fieldSettingsAnswer,
    present: (settings, { wire }) => presentFieldSettings(settings, wire.with_options === true),
    source: "client",
  }),
  createField: row(createField, `post ${FIELDS}`, {
    otherPaths: [SHORT_PATH],
    wire: { settings: null },
    wireOnly: () => ({
      ...settings(),
      dataType: newDataTypeName(),
      name: nameInput().describe("Name of the field, in the world's language or by language"),
    }),
    toInput: ({ wire }) => ({ settings: { ...readFieldInput(wire), dataType: wire.dataType, name: wire.name } }),
    answer: answerOf(() => ({
      display_id: displayId().describe("Display ID of the field; generated if the request omits it"),
      field_id: internalId().describe("Internal ID of the field"),
      dataType: dataTypeName().optional(),
    })),
    present: ({ displayId, fId, dataType }) => ({ display_id: displayId, field_id: fId, dataType }),
  }),
  updateField: row(updateField, `put ${FIELDS}/:field-id`, {
    otherPaths: [`${SHORT_PATH}/:field-id`],
    aliases: [
      { method: "patch", path: `${FIELDS}/:field-id` },
      { method: "patch", path: `${SHORT_PATH}/:field-id` },
    ],
    wire: { settings: null },
    wireOnly: changeableField,
    toInput: ({ wire }) => ({ settings: readFieldInput(wire) }),
    ...NOTHING,
  }),
  deleteField: row(deleteField, `delete ${FIELDS}/:field-id`, {
    otherPaths: [`${SHORT_PATH}/:field-id`],
    ...NOTHING,
  }),
  createFieldOptions: row(createFieldOptions, `post ${FIELDS}/:field-id/options`, {
    wire: { options: null },
    wireOnly: () => ({
      options: z.array(body(optionInput())).max(MAX_OPTIONS).describe("Options of the field, in order"),
    }),
    toInput: ({ wire }) => ({ options: wire.options.map(readOptionInput) }),
    ...NOTHING,
  }),
  updateFieldOptions: row(updateFieldOptions, `put ${FIELDS}/:field-id/options`, {
    wire: { options: null },
    wireOnly: () => ({
      options: z
        .array(body({ ...optionInput(), o_id: z.string().describe("ID of the option") }))
        .max(MAX_OPTIONS)
        .describe("Options of the field, in order"),
    }),
    toInput: ({ wire }) => ({
      options: wire.options.map((option) => ({ ...readOptionInput(option), oId: option.o_id })),
    }),
    ...NOTHING,
    source: "client",
  }),
  deleteFieldOptions: row(deleteFieldOptions, `delete ${FIELDS}/:field-id/options`, {
    wire: { options: "o_ids" },
    ...NOTHING,
    source: "client",
  }),
} as const
