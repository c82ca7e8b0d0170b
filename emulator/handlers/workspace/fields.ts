import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentFields } from "../../presenters/workspace/field-definition.ts"
import { presentFieldSettings, readFieldInput, readOptionInput } from "../../presenters/workspace/field-settings.ts"

interface DatastoreParams {
  readonly "app-id"?: string
  readonly "datastore-id": string
}

const datastoreOf = (params: DatastoreParams) => ({
  application: params["app-id"],
  datastore: params["datastore-id"],
})

const fieldOf = (params: DatastoreParams & { readonly "field-id": string }) => ({
  ...datastoreOf(params),
  field: params["field-id"],
})

export const fieldHandlers = {
  getDatastoreFields: handle(table.getDatastoreFields, operations.getDatastoreFields, {
    where: datastoreOf,
    input: (_, where) => where,
    present: ({ fields, lang }) => presentFields(fields, lang),
  }),
  getFieldSettings: handle(table.getFieldSettings, operations.getFieldSettings, {
    where: fieldOf,
    input: (_, where) => where,
    present: (settings, { query }) => presentFieldSettings(settings, query.with_options === true),
  }),
  createField: handle(table.createField, operations.createField, {
    where: datastoreOf,
    input: ({ body }, where) => ({
      ...where,
      settings: { ...readFieldInput(body), dataType: body.dataType, name: body.name },
    }),
    present: ({ displayId, fId, dataType }) => ({ display_id: displayId, field_id: fId, dataType }),
  }),
  updateField: handle(table.updateField, operations.updateField, {
    where: fieldOf,
    input: ({ body }, where) => ({ ...where, settings: readFieldInput(body) }),
    present: () => null,
  }),
  deleteField: handle(table.deleteField, operations.deleteField, {
    where: fieldOf,
    input: (_, where) => where,
    present: () => null,
  }),
  createFieldOptions: handle(table.createFieldOptions, operations.createFieldOptions, {
    where: fieldOf,
    input: ({ body }, where) => ({
      ...where,
      options: body.options.map((option) => readOptionInput(option, undefined)),
    }),
    present: () => null,
  }),
  updateFieldOptions: handle(table.updateFieldOptions, operations.updateFieldOptions, {
    where: fieldOf,
    input: ({ body }, where) => ({
      ...where,
      options: body.options.map((option) => readOptionInput(option, option.o_id)),
    }),
    present: () => null,
  }),
  deleteFieldOptions: handle(table.deleteFieldOptions, operations.deleteFieldOptions, {
    where: fieldOf,
    input: ({ body }, where) => ({ ...where, options: body.o_ids }),
    present: () => null,
  }),
}
