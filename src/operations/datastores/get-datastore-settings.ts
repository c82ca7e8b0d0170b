import { listRoles, requireReadableDatastore, seesField } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { answerAction, answerDatastore, answerField, answerRole, answerStatus } from "../answers/settings.ts"
import { anyDatastore } from "../places.ts"

/** Returns a datastore with the fields that the caller may see and all roles of its application. (api.md section 15) */
export const getDatastoreSettings = query({
  name: "GetDatastoreSettings",
  summary: "Returns a datastore with its fields, layout, roles and statuses",
  input: anyDatastore,
  place: ["application", "datastore"],
  authorize: requireReadableDatastore,
  execute: (view, { principal, granted: datastore }) => ({
    lang: view.settings.lang,
    datastore,
    fields: datastore.fields.filter((field) => seesField(view, principal, datastore, field)),
    roles: listRoles(view, datastore.pId),
  }),
  answer: ({ datastore, fields, roles }, context) => ({
    ...answerDatastore(context, datastore),
    fields: fields.map((field) => answerField(context, field)),
    statuses: datastore.statuses.map((status) => answerStatus(context, status)),
    actions: datastore.actions.map((action) => answerAction(context, datastore, action)),
    roles: roles.map(answerRole),
  }),
})

export type DatastoreSettings = DomainResultOf<typeof getDatastoreSettings>
