import { listRoles, requireReadableDatastore, seesField } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { answerAction, answerStatus } from "../answers/settings.ts"
import { anyDatastore } from "../places.ts"

/** Returns a datastore's actions, grouped by status. (api.md section 15) */
export const getActionSettingsOfDatastore = query({
  name: "GetActionSettingsOfDatastore",
  summary: "Returns the actions of a datastore, grouped into status actions and other actions",
  input: anyDatastore,
  place: ["application", "datastore"],
  authorize: requireReadableDatastore,
  execute(view, { principal, granted: datastore }) {
    const actions = datastore.actions.toSorted((left, right) => left.displayOrder - right.displayOrder)
    return {
      datastore,
      statuses: datastore.statuses.map((status) => ({
        status,
        actions: actions.filter(({ statusId }) => statusId === status.sId),
      })),
      itemActions: actions.filter(({ statusId }) => statusId === null),
      fields: datastore.fields.filter((field) => seesField(view, principal, datastore, field)),
      roles: listRoles(view, datastore.pId),
    }
  },
  answer: ({ datastore, statuses, itemActions }, context) => ({
    statuses: statuses.map(({ status, actions }) => ({
      ...answerStatus(context, status),
      actions: actions.map((action) => answerAction(context, datastore, action)),
    })),
    itemActions: itemActions.map((action) => answerAction(context, datastore, action)),
  }),
})

export type ActionsByStatus = DomainResultOf<typeof getActionSettingsOfDatastore>
