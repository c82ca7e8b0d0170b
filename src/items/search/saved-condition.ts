import { findField } from "../../access/places.ts"
import type { Condition } from "../../records/condition.ts"
import type { Datastore } from "../../records/datastore.ts"

/** A condition as saved lists and auto actions show it: with the data type of its field where none was saved. */
export function completeCondition(datastore: Datastore, condition: Condition): Condition {
  if (condition.conditions !== undefined) {
    return { ...condition, conditions: condition.conditions.map((inner) => completeCondition(datastore, inner)) }
  }
  if (condition.dataType !== undefined) return condition
  return { ...condition, dataType: findField(datastore, condition.id ?? "")?.dataType ?? "" }
}
