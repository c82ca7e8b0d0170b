import { getDatastoreFields, getFieldSettings } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentFields } from "../../presenters/workspace/field-definition.ts"
import { presentFieldSettings } from "../../presenters/workspace/field-settings.ts"

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
  getDatastoreFields: handle(table.getDatastoreFields, getDatastoreFields, {
    where: datastoreOf,
    input: (_, where) => where,
    present: ({ fields, lang }) => presentFields(fields, lang),
  }),
  getFieldSettings: handle(table.getFieldSettings, getFieldSettings, {
    where: fieldOf,
    input: (_, where) => where,
    present: (settings, { query }) => presentFieldSettings(settings, query.with_options === true),
  }),
}
