import { type ConditionBody, fieldsIn } from "../arbitraries/conditions.ts"
import { resolveReferences } from "../arbitraries/references.ts"
import { findDatastore, itemsOf, type Model, type ModelItem } from "../model/model.ts"
import { reads, seesField } from "../model/people.ts"
import type { KitDatastore, KitUser } from "../schema.ts"

export function userAt(model: Model, nth: number): KitUser {
  const users = [...model.users.values()]
  return users[nth % users.length] as KitUser
}

/** Picks a user for whom `fits` returns true. One `nth` in four picks from all users, as does every `nth` if no user fits. */
export function callerAt(model: Model, nth: number, fits: (user: KitUser) => boolean): KitUser {
  const fitting = nth % ONE_PICK_IN === ONE_PICK_IN - 1 ? [] : [...model.users.values()].filter(fits)
  return fitting[nth % fitting.length] ?? userAt(model, nth)
}

export const readerAt = (model: Model, nth: number, ...items: readonly ModelItem[]): KitUser =>
  callerAt(model, nth, ({ uId }) => items.every((item) => reads(model, uId, item)))

const ONE_PICK_IN = 4

/** Picks an item of the datastore, or of any datastore if none is given. Returns undefined if there are no items. */
export function itemAt(model: Model, nth: number, datastore?: string): ModelItem | undefined {
  const items = [...model.items.values()].filter((item) => datastore === undefined || item.datastore.path === datastore)
  return items.length === 0 ? undefined : items[nth % items.length]
}

export const datastoreOf = (model: Model, path: string): KitDatastore => findDatastore(model, path) as KitDatastore

export const resolveDraft = <T>(model: Model, draft: T): T =>
  resolveReferences(draft, (path) => {
    const datastore = findDatastore(model, path)
    return datastore === undefined ? [] : itemsOf(model, datastore).map((item) => item.iId)
  })

/** Whether the user can see all searched fields. If not, the API refuses the search, which other tests check. */
export function seesConditions(
  model: Model,
  uId: string,
  datastore: KitDatastore,
  conditions: readonly ConditionBody[],
): boolean {
  const searched = new Set(fieldsIn(conditions))
  return datastore.fields.every((field) => !searched.has(field.displayId) || seesField(model, uId, datastore, field))
}
