import fc from "fast-check"
import { type ConditionBody, fieldsIn, searchConditions } from "../../arbitraries/conditions.ts"
import { validItem } from "../../arbitraries/values.ts"
import type { Model } from "../../model/model.ts"
import { seesDatastore, seesField } from "../../model/people.ts"
import type { KitField, KitSchema } from "../../schema.ts"
import { datastoreOf, userAt } from "../pick.ts"
import { writableDatastores } from "./write-draft.ts"

/** Plain values for one item, or conditions for many. */
export interface ValuesDraft {
  readonly user: number
  readonly observer: number
  readonly datastore: string
  readonly nth: number
  readonly item: Readonly<Record<string, unknown>>
  readonly conditions: readonly ConditionBody[]
}

export function valuesDrafts(schema: KitSchema): fc.Arbitrary<ValuesDraft> | string {
  const datastores = writableDatastores(schema)
  if (typeof datastores === "string") return datastores
  return fc.constantFrom(...datastores).chain((datastore) =>
    fc.record({
      user: fc.nat(20),
      observer: fc.nat(20),
      datastore: fc.constant(datastore.path),
      nth: fc.nat(40),
      item: validItem(schema, datastore),
      conditions: searchConditions(schema, datastore).filter((conditions) => conditions.length > 0),
    }),
  )
}

/** Conditions over hidden fields are refused, which is another story. */
export function seesAll(model: Model, draft: ValuesDraft): boolean {
  const datastore = datastoreOf(model, draft.datastore)
  const { uId } = userAt(model, draft.user)
  const used = new Set(fieldsIn(draft.conditions))
  return (
    seesDatastore(model, uId, datastore) &&
    datastore.fields.every((field: KitField) => !used.has(field.displayId) || seesField(model, uId, datastore, field))
  )
}
