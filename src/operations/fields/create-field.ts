import { requireWritableDatastore } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { makeField, newFieldSettings } from "../../fields/index.ts"
import { answerField } from "../answers/settings.ts"
import { anyDatastore } from "../places.ts"

/** Adds a field to a datastore and returns it. (api.md section 16) */
export const createField = command({
  name: "CreateField",
  summary: "Adds a field to a datastore",
  input: () => ({ ...anyDatastore(), settings: newFieldSettings().describe("Settings of the field") }),
  place: ["application", "datastore"],
  authorize: requireWritableDatastore,
  execute: (tx, { principal, granted: datastore }, { settings }) => makeField(tx, principal, datastore, settings),
  answer: (field, context) => answerField(context, field),
})
