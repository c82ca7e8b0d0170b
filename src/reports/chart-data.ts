import type { Actor } from "../access/actor.ts"
import type { Engine } from "../engine/engine.ts"
import { invalidParams } from "../model/error.ts"
import { valueIn } from "../fields/value-in.ts"
import { nameIn } from "../model/names.ts"
import type { View } from "../state/view.ts"
import { titleOfColumn } from "./column-title.ts"
import { evaluateReport, type RowsAsked } from "./evaluate.ts"
import { type Cell, identity, type ReportRow, reckon } from "./group-rows.ts"
import type { PlacedColumn } from "./placed-columns.ts"
import { show } from "./read-row.ts"
import type { PlacedChart } from "./require-report.ts"

/** A line, or the bars of one colour: a number for each label. */
export interface ChartDataset {
  /** What it is called. */
  readonly label: string
  /** A number for each label, in their order. */
  readonly data: readonly number[]
}

export interface ChartData {
  readonly chart: PlacedChart["chart"]
  readonly title: string
  readonly labels: readonly string[]
  readonly datasets: readonly ChartDataset[]
}

/** More than any chart shows. */
const MOST_NUMBERS = 1_000_000

/** A column with its place in rows. */
interface Axis {
  readonly column: PlacedColumn
  /** What makes two rows stand at the same place. */
  readonly keyOf: (row: ReportRow) => string
  readonly textOf: (row: ReportRow) => string
  readonly cellOf: (row: ReportRow) => Cell
}

/**
 * What a chart draws (model.md section 17): its report's rows, a label for each value of one column, a dataset for each column of
 * numbers, or for each value of the series. Without a label column that the actor is shown there is nothing to draw; a series or
 * a column of numbers that they are not shown is as if the chart had none. Refuses what `evaluateReport` refuses, and more numbers
 * than can be drawn with INVALID_PARAMS.
 */
export function readChart(
  view: View,
  actor: Actor,
  engine: Engine,
  { chart, report }: PlacedChart,
  request: Pick<RowsAsked, "conditions">,
): ChartData {
  const { columns, rows } = evaluateReport(view, actor, engine, report, request)
  const { lang } = view.settings
  const axisOf = (rpfId: string | null): Axis[] => {
    const index = columns.findIndex(({ column, isShown }) => isShown && column.rpfId === rpfId)
    const column = columns[index]
    return column === undefined ? [] : [axis(view, actor, column, index)]
  }
  const title = nameIn(chart.name, lang)
  const [labels] = axisOf(chart.labels)
  if (labels === undefined) return { chart, title, labels: [], datasets: [] }
  const [series] = axisOf(chart.series)
  const values = chart.values.flatMap(axisOf)
  const byLabel = groupBy(rows, labels.keyOf)
  const places = new Map([...byLabel.keys()].map((key, at) => [key, at]))
  const parts = series === undefined ? [rows] : [...groupBy(rows, series.keyOf).values()]
  if (byLabel.size * parts.length * values.length > MOST_NUMBERS) {
    throw invalidParams(`${chart.displayId} draws more than ${MOST_NUMBERS} numbers`)
  }
  const datasets = parts.flatMap((part) =>
    values.map((value) => ({
      label: labelOf(titleOfColumn(value.column, lang), series, part[0], values.length),
      data: dataOf(labels, places, value, part),
    })),
  )
  return {
    chart,
    title,
    labels: [...byLabel.values()].flatMap(([first]) => (first ? [labels.textOf(first)] : [])),
    datasets,
  }
}

/** The column's title, or with a series the value that its rows have, with the title where several columns are drawn. */
function labelOf(title: string, series: Axis | undefined, member: ReportRow | undefined, columns: number): string {
  if (series === undefined || member === undefined) return title
  return columns === 1 ? series.textOf(member) : `${series.textOf(member)} ${title}`
}

function axis(view: View, actor: Actor, column: PlacedColumn, index: number): Axis {
  const { datastore } = column
  const context = { view, actor, datastore, ids: "display", numbers: "number", dates: "slashes" } as const
  const identify = identity(view, column)
  const cellOf = ({ cells }: ReportRow): Cell => cells[index] ?? null
  return {
    column,
    cellOf,
    keyOf: (row) => JSON.stringify(identify(cellOf(row))),
    textOf: (row) => String(show(column, cellOf(row), context) ?? ""),
  }
}

/** Rows by a key, in the order of their first ones. */
function groupBy(rows: readonly ReportRow[], keyOf: (row: ReportRow) => string): Map<string, ReportRow[]> {
  const groups = new Map<string, ReportRow[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

/** The numbers of a column by label; 0 where there are none. Several of a label are taken together as the column reckons. */
function dataOf(
  labels: Axis,
  places: ReadonlyMap<string, number>,
  { column, cellOf }: Axis,
  rows: readonly ReportRow[],
): number[] {
  const { aggregate } = column.column
  const way = aggregate === null || aggregate === "count" ? "sum" : aggregate
  const data = Array.from({ length: places.size }, () => 0)
  for (const [key, group] of groupBy(rows, labels.keyOf)) {
    const numbers = group.flatMap((row) => numberIn(column, cellOf(row)) ?? [])
    data[places.get(key) ?? 0] = reckon(way, numbers) ?? 0
  }
  return data
}

function numberIn({ field }: PlacedColumn, cell: Cell): number | undefined {
  const value = cell === null || typeof cell === "number" ? cell : valueIn(cell, field)
  return typeof value === "number" ? value : undefined
}
