import type { ConditionBody } from "../../testing/kit/arbitraries/conditions.ts"
import type { KitDatastore, KitReport } from "../../testing/kit/schema.ts"
import { findDatastore, type Model, type ModelItem } from "../../testing/kit/model/model.ts"
import { rolesOf, seesDatastore, seesField } from "../../testing/kit/model/people.ts"
import { search } from "../../testing/kit/model/search.ts"

export type { KitReport } from "../../testing/kit/schema.ts"

/** Who sees the datastore and holds a role that the report is for (model.md section 17). */
export function mayReadReport(model: Model, uId: string, report: KitReport): boolean {
  const datastore = findDatastore(model, report.datastore)
  const held = rolesOf(model, uId)
  const isForThem = [...report.roles, "ADMIN"].some((role) => held.has(`${report.application}:${role}`))
  return datastore !== undefined && seesDatastore(model, uId, datastore) && isForThem
}

/** The items it is about, for a reader; null where it names what they are not shown. */
export function reportItems(model: Model, uId: string, report: KitReport): readonly ModelItem[] | null {
  const datastore = findDatastore(model, report.datastore) as KitDatastore
  const used = [...report.groupBy, ...report.conditionFields]
  const areShown = used.every((name) => {
    const field = datastore.fields.find(({ displayId }) => displayId === name)
    return field !== undefined && seesField(model, uId, datastore, field)
  })
  return areShown ? search(model, uId, datastore, report.conditions as ConditionBody[], false) : null
}

/** The items of each row, by i_id: one, or those with equal values. */
export function rowsOf({ groupBy }: KitReport, items: readonly ModelItem[]): readonly (readonly string[])[] {
  if (groupBy.length === 0) return items.map(({ iId }) => [iId])
  const groups = new Map<string, string[]>()
  for (const item of items) {
    const isStatus = (name: string): boolean =>
      item.datastore.fields.some((field) => field.displayId === name && field.dataType === "status")
    const key = JSON.stringify(groupBy.map((name) => (isStatus(name) ? item.status : item.values[name]) ?? null))
    groups.set(key, [...(groups.get(key) ?? []), item.iId])
  }
  return [...groups.values()].map((ids) => ids.sort())
}
