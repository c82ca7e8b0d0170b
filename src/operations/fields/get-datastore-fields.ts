import { requireDatastore, seesField } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { answerFields } from "../answers/settings.ts"
import { anyDatastore } from "../places.ts"

/** Returns a datastore's field definitions, including fields whose values the API hides. (api.md section 16) */
export const getDatastoreFields = query({
  name: "GetDatastoreFields",
  summary: "Returns the fields of a datastore and their layout",
  input: anyDatastore,
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { place: { shape: "placeNotFound", description: "fields for d_id: {datastore-id} is not found" } },
  execute: (view, { principal, granted: datastore }) => ({
    lang: view.settings.lang,
    datastore,
    fields: datastore.fields.filter((field) => seesField(view, principal, datastore, field)),
  }),
  answer: ({ fields }, context) => answerFields(context, fields),
})
