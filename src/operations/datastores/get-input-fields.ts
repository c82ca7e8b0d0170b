import { mayRunAction, seesField } from "../../access/may.ts"
import { type DatastorePlace, findAction, requireDatastore } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { targetNotFound } from "../../error.ts"
import type { Lang } from "../../names.ts"
import type { Action } from "../../records/datastore.ts"
import type { Field } from "../../records/field.ts"

export interface GetInputFields extends DatastorePlace {
  readonly action: string
}

export interface InputFields {
  readonly action: Action
  /** The fields that the caller's roles show, in fieldIndex order. */
  readonly fields: readonly Field[]
  /** The world's language, which names are shown in. */
  readonly lang: Lang
}

/** GetInputFields (api.md section 15.1). An action that is unknown or not the caller's to run is not found. */
export const getInputFields = query({
  enter: requireDatastore,
  run(view, { actor, found: datastore }, input: GetInputFields): InputFields {
    const action = findAction(datastore, input.action)
    if (action === undefined || !mayRunAction(view, actor, datastore, action)) {
      throw targetNotFound(`action_id not found. ${input.action}`)
    }
    return {
      action,
      fields: datastore.fields.filter((field) => seesField(view, actor, datastore, field)),
      lang: view.settings.lang,
    }
  },
})
