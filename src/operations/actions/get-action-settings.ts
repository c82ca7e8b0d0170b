import { listRoles, requireReadableAction, seesField } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { answerAction } from "../answers/settings.ts"
import { anyAction } from "../places.ts"

/** Returns the settings of an action. (api.md section 15) */
export const getActionSettings = query({
  name: "GetActionSettings",
  summary: "Returns the settings of an action",
  input: anyAction,
  place: ["datastore", "action"],
  authorize: requireReadableAction,
  execute: (view, { principal, granted: { datastore, action } }) => ({
    datastore,
    action,
    fields: datastore.fields.filter((field) => seesField(view, principal, datastore, field)),
    roles: listRoles(view, datastore.pId),
  }),
  answer: ({ datastore, action, roles }, context) => ({
    ...answerAction(context, datastore, action),
    roles: roles.filter(({ rId }) => action.roles.includes(rId)).map(({ displayId }) => displayId),
    fields: Object.fromEntries(
      datastore.fields.flatMap(({ fId, displayId }) =>
        action.fieldSettings[fId] === undefined ? [] : [[displayId, action.fieldSettings[fId]] as const],
      ),
    ),
  }),
})

export type ActionSettings = DomainResultOf<typeof getActionSettings>
