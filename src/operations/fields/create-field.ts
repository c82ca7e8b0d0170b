import { requireWritableDatastore } from "../../access/settings.ts"
import { answerField } from "../../answers/settings.ts"
import { command } from "../../engine/operation.ts"
import { newFieldSettings } from "../../field-settings/field-settings-input.ts"
import { makeField } from "../../field-settings/make-field.ts"
import { object } from "../../model/input/schemas.ts"
import { anyDatastore } from "../places.ts"

/** Adds a field to a datastore and returns it. (api.md section 16) */
export const createField = command({
  name: "CreateField",
  summary: "Add a field to a datastore",
  input: () => object({ ...anyDatastore(), settings: newFieldSettings().describe("Settings of the field") }),
  place: ["application", "datastore"],
  authorize: requireWritableDatastore,
  execute: (tx, { principal, granted: datastore }, { settings }) => makeField(tx, principal, datastore, settings),
  answer: (field, context) => answerField(context, field),
})
