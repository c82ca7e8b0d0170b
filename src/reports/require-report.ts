import type { Actor } from "../access/actor.ts"
import { mayReadReport, seesDatastore } from "../access/may.ts"
import { type ApplicationPlace, requireApplicationAt } from "../access/places.ts"
import { placeNotFound } from "../model/error.ts"
import type { Chart } from "../records/reports/chart.ts"
import type { Report } from "../records/reports/report.ts"
import type { View } from "../state/view.ts"

/** A report as a path names it, by internal or display ID. */
export interface ReportPlace extends ApplicationPlace {
  /** The report, by its ID or display ID. */
  readonly report: string
}

/** A chart as a path names it, by internal or display ID. */
export interface ChartPlace extends ApplicationPlace {
  /** The chart, by its ID or display ID. */
  readonly chart: string
}

/** A chart and the report that it draws. */
export interface PlacedChart {
  readonly chart: Chart
  readonly report: Report
}

/** One that is missing, whose source is not shown to the actor, or that they may not read, is as not found (model.md section 17). */
export function requireReport(view: View, actor: Actor, place: ReportPlace): Report {
  const { pId } = requireApplicationAt(view, actor, place)
  const byId = view.get("reports", place.report)
  const report =
    byId?.pId === pId
      ? byId
      : view.list("reports", "reportsByApplication", pId).find(({ displayId }) => displayId === place.report)
  if (report === undefined || !isReadable(view, actor, report)) throw placeNotFound(`report not found: ${place.report}`)
  return report
}

/** A chart of a report that the actor may not read is as not found, too. */
export function requireChart(view: View, actor: Actor, place: ChartPlace): PlacedChart {
  const { pId } = requireApplicationAt(view, actor, place)
  const byId = view.get("charts", place.chart)
  const chart =
    byId?.pId === pId
      ? byId
      : view.list("charts", "chartsByApplication", pId).find(({ displayId }) => displayId === place.chart)
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
