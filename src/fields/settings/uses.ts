import { listDatastores } from "../../access/places.ts"
import { optionIdOf } from "../types/options.ts"
import { operandsOf } from "../operands.ts"
import type { FId, OId, RpfId } from "../../model/ids.ts"
import { type Names, nameIn } from "../../model/names.ts"
import { byOrdinal } from "../../order.ts"
import type { Condition } from "../../records/condition.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { FieldOf } from "../../model/records/field.ts"
import type { Report } from "../../records/reports/report.ts"
import { namesField, usedConditions } from "../../records/reports/report-uses.ts"
import type { View } from "../../state/view.ts"

type OptionField = FieldOf<"select" | "radio" | "checkbox">

/** Conditions on a datastore's items that are kept somewhere, and what keeps them. */
export interface KeptConditions {
  readonly by: string
  readonly conditions: readonly Condition[]
}

/** Every place that keeps conditions on the items of a datastore. */
export function listConditions(view: View, { dId, pId, wId, defaultSearch }: Datastore): readonly KeptConditions[] {
  const queries = view.list("queries", "queriesByApplication", pId).filter((query) => query.dId === dId)
  const autos = view.list("autoActions", "autoActionsByWorkspace", wId).filter((auto) => auto.dId === dId)
  const reports = listReports(view, wId).map((report) => ({
    by: nameReport(view, report),
    conditions: usedConditions(report).flatMap((used) => (used.dId === dId ? used.condition : [])),
  }))
  return [
    ...queries
      .sort(byOrdinal)
      .map(({ name, conditions }) => ({ by: `saved list ${JSON.stringify(name)}`, conditions })),
    ...autos.sort(byOrdinal).map(({ name, conditions }) => ({ by: `auto action ${JSON.stringify(name)}`, conditions })),
    { by: "default search", conditions: defaultSearch },
    ...reports,
  ]
}

const listReports = (view: View, wId: string): Report[] =>
  view
    .table("reports")
    .toArray()
    .filter((report) => report.wId === wId)
    .sort(byOrdinal)

const nameReport = (view: View, { name }: Report): string => `report ${quoted(view, name)}`

const quoted = (view: View, name: Names): string => JSON.stringify(nameIn(name, view.settings.lang))

/** The conditions on one field, at any depth. */
export const conditionsOn = (conditions: readonly Condition[], fId: FId): Condition[] =>
  conditions.flatMap((condition) =>
    condition.conditions === undefined
      ? condition.id === fId
        ? [condition]
        : []
      : conditionsOn(condition.conditions, fId),
  )

/**
 * What names a field, so that it can't be deleted (model.md section 5.1, "Settings that change under stored values"): conditions that are
 * kept, reports and charts, auto links of any datastore, formulas. Lookups that show it do not count: they show the target's title instead.
 */
export function listFieldUses(view: View, datastore: Datastore, fId: FId): readonly string[] {
  const conditions = listConditions(view, datastore)
    .filter((kept) => conditionsOn(kept.conditions, fId).length > 0)
    .map(({ by }) => by)
  const reports = listReports(view, datastore.wId).filter((report) => namesField(report, fId))
  const links = listAutoLinking(view, datastore.wId)
    .filter(({ dId, autoLinks }) =>
      autoLinks.some((link) => (dId === datastore.dId && link.fId === fId) || link.toFId === fId),
    )
    .map(({ name }) => `auto link of ${quoted(view, name)}`)
  const formulas = datastore.fields
    .filter((field) => operandsOf(field, datastore.fields).includes(fId))
    .map(({ displayId }) => `formula of ${displayId}`)
  return [
    ...new Set([
      ...conditions,
      ...reports.map((report) => nameReport(view, report)),
      ...reports.flatMap((report) => listCharts(view, report, fId)),
      ...links,
      ...formulas,
    ]),
  ]
}

/** Charts of a report that name a column of the field. */
function listCharts(view: View, { pId, rpId, columns }: Report, fId: FId): string[] {
  const isOf = (rpfId: RpfId | null): boolean => columns.some((column) => column.rpfId === rpfId && column.fId === fId)
  return view
    .list("charts", "chartsByApplication", pId)
    .filter((chart) => chart.rpId === rpId && [chart.labels, chart.series, ...chart.values].some(isOf))
    .sort(byOrdinal)
    .map(({ name }) => `chart ${quoted(view, name)}`)
}

/** The reports that join items along a lookup field. */
export const listJoins = (view: View, { wId }: Datastore, fId: FId): readonly string[] =>
  listReports(view, wId)
    .filter(({ joins }) => joins.some(({ via }) => via?.fId === fId))
    .map((report) => nameReport(view, report))

const listAutoLinking = (view: View, wId: string): Datastore[] =>
  view
    .list("applications", "applicationsByWorkspace", wId)
    .sort(byOrdinal)
    .flatMap(({ pId }) => listDatastores(view, pId))
    .filter(({ autoLinks }) => autoLinks.length > 0)

/** What names an option, so that it can't be deleted. */
export const listOptionUses = (view: View, datastore: Datastore, field: OptionField, oId: OId): readonly string[] =>
  listConditions(view, datastore)
    .filter(({ conditions }) => optionsNamed(conditions, field).includes(oId))
    .map(({ by }) => by)

/** What the conditions on a field look for: internal IDs of its options, and anything else as it is. */
export const optionsNamed = (conditions: readonly Condition[], field: OptionField): readonly string[] =>
  conditionsOn(conditions, field.fId).flatMap(({ searchValue = [] }) =>
    searchValue.flatMap((value) => (value === null ? [] : optionIdOf(field)(String(value)))),
  )
