import type { Condition } from "../../records/condition.ts"
import type { Datastore } from "../../records/datastore.ts"

/** Conditions name fields by display ID where they lead to one. */
export function answerCondition(datastore: Datastore, condition: Condition): Condition {
  const { id, conditions } = condition
  const field = datastore.fields.find(({ fId }) => fId === id)
  return {
    ...condition,
    ...(field === undefined ? {} : { id: field.displayId }),
    ...(conditions === undefined ? {} : { conditions: conditions.map((one) => answerCondition(datastore, one)) }),
  }
}
