import fc from "fast-check"
import { type ConditionBody, fieldsIn, isSearchable, searchConditions } from "../../../testing/kit/arbitraries/conditions.ts"
import { defaultAction, type Model } from "../../../testing/kit/model/model.ts"
import { seesDatastore, seesField } from "../../../testing/kit/model/people.ts"
import type { KitAction, KitDatastore, KitField, KitSchema } from "../../../testing/kit/schema.ts"
import { datastoreOf, userAt } from "../../../testing/kit/commands/pick.ts"
import { permittedItem } from "../../../testing/kit/commands/items/write-draft.ts"

/** Plain values for one item, or conditions for many. */
export interface ValuesDraft {
  readonly user: number
  readonly observer: number
  readonly datastore: string
  readonly nth: number
  readonly item: Readonly<Record<string, unknown>>
  readonly conditions: readonly ConditionBody[]
}

/** Drafts for one item of the datastores; a string is passed on. */
export function valuesDrafts(
  schema: KitSchema,
  datastores: readonly KitDatastore[] | string,
  crudType: KitAction["crudType"],
): fc.Arbitrary<ValuesDraft> | string {
  if (typeof datastores === "string") return datastores
  return fc.constantFrom(...datastores).chain((datastore) =>
    fc.record({
      user: fc.nat(20),
      observer: fc.nat(20),
      datastore: fc.constant(datastore.path),
      nth: fc.nat(40),
      item: permittedItem(schema, datastore, defaultAction(datastore, crudType)),
      conditions: fc.constant([]),
    }),
  )
}

/** Drafts for all items that fit conditions; a string is passed on. */
export function bulkDrafts(
  schema: KitSchema,
  datastores: readonly KitDatastore[] | string,
): fc.Arbitrary<ValuesDraft> | string {
  if (typeof datastores === "string") return datastores
  const searchable = datastores.filter((datastore) => isSearchable(schema, datastore))
  if (searchable.length === 0) return "no datastore that they could run in has a field to search by"
  return fc.constantFrom(...searchable).chain((datastore) =>
    fc.record({
      user: fc.nat(20),
      observer: fc.nat(20),
      datastore: fc.constant(datastore.path),
      nth: fc.constant(0),
      item: fc.constant({}),
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
