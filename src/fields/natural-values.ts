import { type Actor, perActor, shownFields } from "../access/index.ts"
import type { Datastore, Field, Item } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import { valueIn } from "./subject.ts"
import type { DetailForm, FieldType, FormContext, NaturalValue } from "./types/field-type.ts"
import { fieldTypeOf, holdsValues } from "./types/registry.ts"

/** Returns an item's natural values by display ID, for the fields that the actor may read. If the actor is null, includes all fields. */
export function naturalValues(
  view: View,
  actor: Actor | null,
  datastore: Datastore,
  item: Item,
): Readonly<Record<string, NaturalValue>> {
  const context: FormContext = { view, datastore, actor, ids: "display", numbers: "number" }
  const values: Record<string, NaturalValue> = {}
  const fields = actor === null ? datastore.fields.filter(holdsValues) : readableFields(view, actor, datastore)
  for (const field of fields) {
    values[field.displayId] = naturalValue(fieldTypeOf(field), field, item, context)
  }
  return values
}

function naturalValue(type: FieldType, field: Field, item: Item, context: FormContext): NaturalValue {
  const value = valueIn(item, field)
  if (type.natural !== undefined) return type.natural(value, field, context)
  const details = type.details(value, field, context)
  return isPlain(details) ? details : null
}

type Plain = null | string | number | readonly string[]

const isPlain = (form: DetailForm): form is Plain =>
  typeof form !== "object" || form === null || (Array.isArray(form) && form.every((one) => typeof one === "string"))

/** Returns the fields that the actor may see and that can have values, in fieldIndex order (api.md section 8). */
export const readableFields = perActor((view: View, actor, datastore: Datastore): readonly Field[] =>
  shownFields(view, actor, datastore).filter(holdsValues),
)
