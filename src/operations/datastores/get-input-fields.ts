import * as z from "zod"
import { mayRunAction, seesField } from "../../access/may.ts"
import { findAction, requireDatastore } from "../../access/places.ts"
import { answerField } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { targetNotFound } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Action } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { FieldsAnswer } from "../answers/settings-answers.ts"
import { anyDatastore } from "../places.ts"

export interface InputFields {
  readonly action: Action
  /** The fields that the caller's roles show, in fieldIndex order. */
  readonly fields: readonly Field[]
  /** The world's language, which names are shown in. */
  readonly lang: Lang
}

const noInputFields = { status: 404, shape: "placeNotFound", description: "action_id not found. {action-id}" } as const

/** An action with its fields. An action that is unknown or that the caller may not run is not found. (api.md section 15.1) */
export const getInputFields = query({
  name: "GetInputFields",
  summary: "An action with its fields and how it treats them",
  input: () => object({ ...anyDatastore(), action: z.string().describe("The action, by display or internal ID") }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { place: noInputFields, action: noInputFields, privilege: noInputFields, target: noInputFields },
  execute(view, { principal, granted: datastore }, input): InputFields {
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
  answer: ({ fields }, context): FieldsAnswer => ({ fields: fields.map((field) => answerField(context, field)) }),
})
