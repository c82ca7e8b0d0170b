import type { ConditionBody } from "../../../../../emulator/testing/kit/arbitraries/conditions.ts"
import { findDatastore, type Model, type ModelItem } from "../../../../../emulator/testing/kit/model/model.ts"
import { rolesOf, seesDatastore, seesField } from "../../../../../emulator/testing/kit/model/people.ts"
import { search } from "../../../../../emulator/testing/kit/model/search.ts"
import type { KitDatastore } from "../../../../../emulator/testing/kit/schema.ts"

// biome-ignore lint/suspicious/noExplicitAny: an exported fixture is JSON that the engine wrote
type Json = any

/** A report of one datastore whose rows can be computed from its items. */
export interface KitReport {
  /** ID of the report. */
  readonly rpId: string
  /** Display ID of its application. */
  readonly application: string
  /** The report's datastore, as `APP/DS`. */
  readonly datastore: string
  /** Display IDs of the roles that may read the report. */
  readonly roles: readonly string[]
  /** Display IDs of the fields to group by: items with equal values form one row. If empty, each item is a row. */
  readonly groupBy: readonly string[]
  /** Search conditions on the report's items. */
  readonly conditions: readonly unknown[]
  /** Display IDs of the fields in the conditions. */
  readonly conditionFields: readonly string[]
}

/** Reports of the first workspace whose rows can be computed from their items. */
export const reportsOf = (fixture: unknown): readonly KitReport[] =>
  ((fixture as Json).workspaces[0]?.applications ?? []).flatMap(readReports)

/** Data types to group by. Excludes instants, which are shown as days, and lists. */
const PLAIN_TYPES: readonly string[] = ["text", "number", "select", "radio", "status"]

function readReports(application: Json): KitReport[] {
  const id: string = application.application_id
  return (application.reports ?? []).flatMap((report: Json): KitReport[] => {
    const datastore = (application.datastores ?? []).find((one: Json) => one.datastore_id === report.datastore)
    const fieldOf = (column: string): string =>
      report.columns.find((one: Json) => (one.display_id ?? one.rpf_id) === column)?.field ?? column
    const groupBy: string[] = (report.group_by ?? []).map(fieldOf)
    const conditions: Json[] = report.conditions ?? []
    const conditionFields: string[] = conditions.map(({ id: column }) => fieldOf(column ?? ""))
    const isPlain = (name: string): boolean => PLAIN_TYPES.includes(datastore?.fields?.[name]?.dataType)
    const hasColumns = conditions.every((one, at) => one.id === conditionFields[at])
    if (datastore === undefined || (report.joins ?? []).length > 0 || !hasColumns) return []
    if (![...groupBy, ...conditionFields].every(isPlain)) return []
    return [
      {
        rpId: report.rp_id,
        application: id,
        datastore: `${id}/${report.datastore}`,
        roles: report.roles ?? (application.roles ?? []).map((role: Json) => role.role_id),
        groupBy,
        conditions,
        conditionFields,
      },
    ]
  })
}

/** Whether the user sees the datastore and has one of the report's roles (model.md section 17). */
export function mayReadReport(model: Model, uId: string, report: KitReport): boolean {
  const datastore = findDatastore(model, report.datastore)
  const held = rolesOf(model, uId)
  const isForThem = [...report.roles, "ADMIN"].some((role) => held.has(`${report.application}:${role}`))
  return datastore !== undefined && seesDatastore(model, uId, datastore) && isForThem
}

/** The report's items for a user. Null if the report uses a field that is hidden from the user. */
export function reportItems(model: Model, uId: string, report: KitReport): readonly ModelItem[] | null {
  const datastore = findDatastore(model, report.datastore) as KitDatastore
  const used = [...report.groupBy, ...report.conditionFields]
  const areShown = used.every((name) => {
    const field = datastore.fields.find(({ displayId }) => displayId === name)
    return field !== undefined && seesField(model, uId, datastore, field)
  })
  return areShown ? search(model, uId, datastore, report.conditions as ConditionBody[], false) : null
}

/** IDs of each row's items: one item, or those with equal values. */
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
