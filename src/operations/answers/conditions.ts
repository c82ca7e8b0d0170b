import { defined } from "../../model/index.ts"
import type { Condition, Datastore } from "../../model/records/index.ts"

/** Converts a condition's internal field IDs to display IDs. IDs of unknown fields stay unchanged. */
export function answerCondition(datastore: Datastore, condition: Condition): Condition {
  const { id, conditions } = condition
  const field = datastore.fields.find(({ fId }) => fId === id)
  return defined({
    ...condition,
    id: field?.displayId ?? id,
    conditions: conditions?.map((one) => answerCondition(datastore, one)),
  })
}
