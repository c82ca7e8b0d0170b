import { fieldPlanOf, type PlannedField } from "../../fields/field-plan.ts"
import { isReservedFieldId } from "../../fields/reserved-ids.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { GivenValues } from "./write-options.ts"

/** What a write gives, by field; a field given twice has its last value. */
export interface ResolvedValues {
  readonly given: ReadonlyMap<PlannedField, unknown>
  /** Keys that name nothing. */
  readonly unknown: readonly string[]
}

/** Which kind of ID field keys are: preferred, or the only one that counts. */
export interface KeyKind {
  readonly kind: "display" | "internal"
  readonly strict?: boolean
}

/** Recognises the field keys of `item` and `changes` (api.md section 6.2). */
export function resolveValues(datastore: Datastore, { item, changes }: GivenValues, keys: KeyKind): ResolvedValues {
  const { byDisplayId, byInternalId } = fieldPlanOf(datastore)
  const [first, second] = keys.kind === "display" ? [byDisplayId, byInternalId] : [byInternalId, byDisplayId]
  const given = new Map<PlannedField, unknown>()
  const unknown: string[] = []
  const read = (key: string, value: unknown): void => {
    const field = first.get(key) ?? (keys.strict === true ? undefined : second.get(key))
    if (field !== undefined && !field.field.hideFromApi) given.set(field, value)
    // System names, as in a record that a client read and sends back, are passed over (model.md section 5.6).
    else if (!isReservedFieldId(key)) unknown.push(key)
  }
  if (item !== undefined) for (const key of Object.keys(item)) read(key, item[key])
  if (changes !== undefined) for (const { id, value } of changes) read(id, value)
  return { given, unknown: unknown.length > 1 ? [...new Set(unknown)] : unknown }
}
