import * as z from "zod"
import { findAction, mayRunAction, requireDatastore, seesField } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { targetNotFound } from "../../model/index.ts"
import { answerFields } from "../answers/settings.ts"
import { anyDatastore } from "../places.ts"

const noInputFields = {
  statusOf: "NOT_FOUND",
  shape: "placeNotFound",
  description: "action_id not found. {action-id}",
} as const

/** Returns an action with its fields. Refuses an action that the caller may not run as if it were unknown. (api.md section 15.1) */
export const getInputFields = query({
  name: "GetInputFields",
  summary: "Returns an action and its settings for each field",
  input: () => ({ ...anyDatastore(), action: z.string().describe("The action, by display or internal ID") }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { place: noInputFields, action: noInputFields, privilege: noInputFields, target: noInputFields },
  execute(view, { principal, granted: datastore }, input) {
    const action = findAction(datastore, input.action)
    if (action === undefined || !mayRunAction(view, principal, datastore, action)) {
      throw targetNotFound(`action_id not found. ${input.action}`)
    }
    return {
      action,
      fields: datastore.fields.filter((field) => seesField(view, principal, datastore, field)),
      lang: view.settings.lang,
    }
  },
  answer: ({ fields }, context) => answerFields(context, fields),
})

export type InputFields = DomainResultOf<typeof getInputFields>
