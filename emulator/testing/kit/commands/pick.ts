import { resolveReferences } from "../arbitraries/references.ts"
import { fieldOf, findDatastore, itemsOf, type Model, type ModelItem } from "../model/model.ts"
import { reads } from "../model/people.ts"
import type { WriteBody } from "../model/write-body.ts"
import type { KitDatastore, KitGroup, KitSchema, KitUser } from "../schema.ts"
import { isSpare } from "../../../../test/testing/kit/hexarium/model/spare-fields.ts"

/** The nth user, counted round. */
export function userAt(model: Model, nth: number): KitUser {
  const users = [...model.users.values()]
  return users[nth % users.length] as KitUser
}

/** Mostly the nth of those who fit, where there are any; now and then, whoever it is. */
export function callerAt(model: Model, nth: number, fits: (user: KitUser) => boolean): KitUser {
  const fitting = nth % ANYBODY === ANYBODY - 1 ? [] : [...model.users.values()].filter(fits)
  return fitting[nth % fitting.length] ?? userAt(model, nth)
}

/** Mostly somebody who can read the items. */
export const readerAt = (model: Model, nth: number, ...items: readonly ModelItem[]): KitUser =>
  callerAt(model, nth, ({ uId }) => items.every((item) => reads(model, uId, item)))

const ANYBODY = 4

/** The nth item of a datastore, or any item when none is named; undefined when there is none. */
export function itemAt(model: Model, nth: number, datastore?: string): ModelItem | undefined {
  const items = [...model.items.values()].filter((item) => datastore === undefined || item.datastore.path === datastore)
  return items.length === 0 ? undefined : items[nth % items.length]
}

export const groupAt = (model: Model, nth: number): KitGroup => {
  const groups = [...model.groups.values()]
  return groups[nth % groups.length] as KitGroup
}

export const roleAt = (model: Model, nth: number) => {
  const role = model.schema.roles[nth % model.schema.roles.length] as KitSchema["roles"][number]
  const [application = "", displayId = ""] = role.path.split(":")
  return { ...role, application, displayId }
}

export const datastoreOf = (model: Model, path: string): KitDatastore => findDatastore(model, path) as KitDatastore

/** The draft with item references replaced by the IDs of the items that are there now. */
export const resolved = <T>(model: Model, draft: T): T =>
  resolveReferences(draft, (path) => {
    const datastore = model.schema.datastores.find((one) => one.path === path)
    return datastore === undefined ? [] : itemsOf(model, datastore).map((item) => item.iId)
  })

/** The same of values for an item, without those of spare fields that are not there now. */
export function resolvedItem(
  model: Model,
  datastore: KitDatastore,
  item: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isThere = (displayId: string): boolean => !isSpare(displayId) || fieldOf(datastore, displayId) !== undefined
  return Object.fromEntries(Object.entries(resolved(model, item)).filter(([displayId]) => isThere(displayId)))
}

/** The same of a body of a write. */
export const resolvedBody = (model: Model, datastore: KitDatastore, body: WriteBody): WriteBody => ({
  ...resolved(model, body),
  ...(body.item === undefined ? {} : { item: resolvedItem(model, datastore, body.item) }),
})
