import { listDatastores } from "../../access/index.ts"
import { byOrdinal, type FId, type Names, nameIn, type OId, type RpfId } from "../../model/index.ts"
import {
  type Condition,
  type Datastore,
  type FieldOf,
  namesField,
  type Report,
  usedConditions,
} from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { operandsOf } from "../formula.ts"
import { optionIdOf } from "../types/options.ts"

type OptionField = FieldOf<"select" | "radio" | "checkbox">

/** Stored conditions on a datastore's items. `by` describes the report, saved list, auto action or setting that contains them. */
export interface StoredConditions {
  readonly by: string
  readonly conditions: readonly Condition[]
}

export function listConditions(view: View, { dId, pId, wId, defaultSearch }: Datastore): readonly StoredConditions[] {
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
    { by: "the default search", conditions: defaultSearch },
    ...reports,
  ]
}

const listReports = (view: View, wId: string): Report[] =>
  view
    .all("reports")
    .filter((report) => report.wId === wId)
    .sort(byOrdinal)

const nameReport = (view: View, { name }: Report): string => `report ${quoteName(view, name)}`

const quoteName = (view: View, name: Names): string => JSON.stringify(nameIn(name, view.settings.lang))

export const conditionsOn = (conditions: readonly Condition[], fId: FId): Condition[] =>
  conditions.flatMap((condition) =>
    condition.conditions === undefined
      ? condition.id === fId
        ? [condition]
        : []
      : conditionsOn(condition.conditions, fId),
  )

/**
 * Lists the records whose use of a field prevents its deletion (model.md section 5.1, "Settings that change under stored values"). Lookups
 * of the field are not listed: after the deletion, they display the target's title.
 */
export function listFieldUses(view: View, datastore: Datastore, fId: FId): readonly string[] {
  const conditions = listConditions(view, datastore)
    .filter((owner) => conditionsOn(owner.conditions, fId).length > 0)
    .map(({ by }) => by)
  const reports = listReports(view, datastore.wId).filter((report) => namesField(report, fId))
  const links = listAutoLinking(view, datastore.wId)
    .filter(({ dId, autoLinks }) =>
      autoLinks.some((link) => (dId === datastore.dId && link.fId === fId) || link.toFId === fId),
    )
    .map(({ name }) => `auto link of ${quoteName(view, name)}`)
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

function listCharts(view: View, { pId, rpId, columns }: Report, fId: FId): string[] {
  const isOf = (rpfId: RpfId | null): boolean => columns.some((column) => column.rpfId === rpfId && column.fId === fId)
  return view
    .list("charts", "chartsByApplication", pId)
    .filter((chart) => chart.rpId === rpId && [chart.labels, chart.series, ...chart.values].some(isOf))
    .sort(byOrdinal)
    .map(({ name }) => `chart ${quoteName(view, name)}`)
}

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

export const listOptionUses = (view: View, datastore: Datastore, field: OptionField, oId: OId): readonly string[] =>
  listConditions(view, datastore)
    .filter(({ conditions }) => optionsNamed(conditions, field).includes(oId))
    .map(({ by }) => by)

/** Returns the search values of the conditions on a field. Converts references to options to their IDs. */
export const optionsNamed = (conditions: readonly Condition[], field: OptionField): readonly string[] =>
  conditionsOn(conditions, field.fId).flatMap(({ searchValue = [] }) =>
    searchValue.flatMap((value) => (value === null ? [] : optionIdOf(field)(String(value)))),
  )
