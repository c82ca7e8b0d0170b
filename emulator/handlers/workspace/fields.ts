import { getDatastoreFields } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentFields } from "../../presenters/workspace/field-definition.ts"

export const fieldHandlers = {
  getDatastoreFields: handle(table.getDatastoreFields, getDatastoreFields, {
    where: (params) => ({ application: params["app-id"], datastore: params["datastore-id"] }),
    input: (_, where) => where,
    present: ({ fields, lang }) => presentFields(fields, lang),
  }),
}
