import {
  type Actor,
  type ApplicationPlace,
  mayReadReport,
  requireApplicationAt,
  seesDatastore,
} from "../access/index.ts"
import { byOrdinal, findByDisplayId, placeNotFound } from "../model/index.ts"
import type { Chart, Report } from "../model/records/index.ts"
import type { View } from "../state/index.ts"

export interface ReportPlace extends ApplicationPlace {
  readonly report: string
}

export interface ChartPlace extends ApplicationPlace {
  readonly chart: string
}

export interface PlacedChart {
  readonly chart: Chart
  readonly report: Report
}

/** Finds a report. Throws if it is missing or if the actor may not read it or its source datastore (model.md section 17). */
export function requireReport(view: View, actor: Actor, place: ReportPlace): Report {
  const { pId } = requireApplicationAt(view, actor, place)
  const byId = view.get("reports", place.report)
  const report =
    byId?.pId === pId ? byId : findByDisplayId(view.list("reports", "reportsByApplication", pId), place.report)
  if (report === undefined || !isReadable(view, actor, report)) throw placeNotFound(`report not found: ${place.report}`)
  return report
}

/** Returns the application's reports that the actor may read, by display order, then by creation order. */
export const listReadableReports = (view: View, actor: Actor, pId: string): Report[] =>
  view
    .list("reports", "reportsByApplication", pId)
    .filter((report) => isReadable(view, actor, report))
    .sort((left, right) => left.displayOrder - right.displayOrder || byOrdinal(left, right))

/** Finds a chart and its report. Throws if the chart is missing or the actor may not read the report. */
export function requireChart(view: View, actor: Actor, place: ChartPlace): PlacedChart {
  const { pId } = requireApplicationAt(view, actor, place)
  const byId = view.get("charts", place.chart)
  const chart = byId?.pId === pId ? byId : findByDisplayId(view.list("charts", "chartsByApplication", pId), place.chart)
  const report = chart && view.get("reports", chart.rpId)
  if (chart === undefined || report === undefined || !isReadable(view, actor, report)) {
    throw placeNotFound(`chart not found: ${place.chart}`)
  }
  return { chart, report }
}

function isReadable(view: View, actor: Actor, report: Report): boolean {
  const source = view.get("datastores", report.dId)
  return source !== undefined && seesDatastore(view, actor, source) && mayReadReport(view, actor, report)
}
