import { getDatastoreFields, runUseCase } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"
import { presentFields } from "../../presenters/workspace/field-definition.ts"

export const fieldHandlers = {
  getDatastoreFields: handler<typeof table.getDatastoreFields>(async ({ caller, params }) => {
    const { lang, fields } = await runUseCase(caller, getDatastoreFields, {
      application: params["app-id"],
      datastore: params["datastore-id"],
    })
    return presentFields(fields, lang)
  }),
}
