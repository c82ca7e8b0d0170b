import type { Model, ModelItem } from "../../../../../emulator/testing/kit/model/model.ts"
import { seesDatastore, seesField, seesItem } from "../../../../../emulator/testing/kit/model/people.ts"
import type { WireBody } from "../../../../../emulator/testing/kit/targets.ts"

/** Looked-up items by lookup field, each with its own nested lookups. */
export interface Lookups {
  readonly [field: string]: { readonly item: string; readonly lookups: Lookups }
}

/** Maximum number of times that a datastore occurs on a path of lookups (model.md section 5.4). */
const MAX_OCCURRENCES = 2

const looksUp = (model: Model, uId: string, item: ModelItem, displayId: string): ModelItem | null => {
  const field = item.datastore.fields.find((one) => one.displayId === displayId)
  if (field?.lookup === null || field === undefined || field.hideFromApi) return null
  if (!seesField(model, uId, item.datastore, field)) return null
  const target = model.items.get(String(item.values[displayId]))
  if (target === undefined || !seesDatastore(model, uId, target.datastore)) return null
  return seesItem(model, uId, target) ? target : null
}

/** Lookups that include_lookups shows to a user for an item. */
export function expectedLookups(model: Model, uId: string, item: ModelItem, path: readonly string[] = []): Lookups {
  const lookups: Record<string, Lookups[string]> = {}
  for (const { displayId } of item.datastore.fields) {
    const target = looksUp(model, uId, item, displayId)
    if (target === null || path.filter((one) => one === target.datastore.path).length >= MAX_OCCURRENCES) continue
    lookups[displayId] = {
      item: target.iId,
      lookups: expectedLookups(model, uId, target, [...path, target.datastore.path]),
    }
  }
  return lookups
}

/** The lookups of a response, in the same form. */
export function answeredLookups(item: ModelItem, details: WireBody): Lookups {
  const lookups: Record<string, Lookups[string]> = {}
  for (const { displayId } of item.datastore.fields) {
    const looked = details.field_values[displayId]?.value?.lookup_item
    if (looked !== undefined) lookups[displayId] = { item: looked.i_id, lookups: nestedLookups(looked) }
  }
  return lookups
}

const nestedLookups = (looked: WireBody): Lookups =>
  Object.fromEntries(
    Object.entries<WireBody>(looked.lookup_items ?? {}).map(([field, inner]) => [
      field,
      { item: inner.i_id, lookups: nestedLookups(inner) },
    ]),
  )
