import type { Actor } from "../access/actor.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import type { Item } from "../model/records/item.ts"
import type { View } from "../state/view.ts"
import type { DetailForm, FormContext, Kind, NaturalValue } from "./types/field-type.ts"
import { holdsValues, kindOf } from "./types/registry.ts"
import { readableFields } from "./readable-fields.ts"
import { valueIn } from "./value-in.ts"

/**
 * An item's values by display ID, as people read them: of the fields that the reader is answered, or of all without a reader.
 */
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
    values[field.displayId] = naturalValue(kindOf(field), field, item, context)
  }
  return values
}

function naturalValue(kind: Kind, field: Field, item: Item, context: FormContext): NaturalValue {
  const value = valueIn(item, field)
  if (kind.natural !== undefined) return kind.natural(value, field, context)
  const shown = kind.details(value, field, context)
  return isPlain(shown) ? shown : null
}

type Plain = null | string | number | readonly string[]

/** Kinds whose details are objects say themselves how people read them. */
const isPlain = (form: DetailForm): form is Plain =>
  typeof form !== "object" || form === null || (Array.isArray(form) && form.every((one) => typeof one === "string"))
