import type { Actor } from "../access/index.ts"
import type { Engine } from "../engine/index.ts"
import { valueIn } from "../fields/index.ts"
import { invalidParams, nameIn } from "../model/index.ts"
import type { View } from "../state/index.ts"
import { evaluateReport, type RowsRequest } from "./evaluate.ts"
import { aggregateNumbers, type Cell, identity, type ReportRow } from "./group-rows.ts"
import type { PlacedColumn } from "./placed-columns.ts"
import { titleOfColumn } from "./placed-columns.ts"
import { show } from "./read-row.ts"
import type { PlacedChart } from "./require-report.ts"

/** The numbers of one line or bar series in a chart. */
export interface ChartDataset {
  readonly label: string
  /** One number per label, in the order of the labels. */
  readonly data: readonly number[]
}

export interface ChartData {
  readonly chart: PlacedChart["chart"]
  readonly title: string
  readonly labels: readonly string[]
  readonly datasets: readonly ChartDataset[]
}

const MAX_NUMBERS = 1_000_000

interface Axis {
  readonly column: PlacedColumn
  /** Returns the key of a row's label. Rows with equal keys share one label. */
  readonly keyOf: (row: ReportRow) => string
  readonly textOf: (row: ReportRow) => string
  readonly cellOf: (row: ReportRow) => Cell
}

/**
 * Computes a chart from its report's rows (model.md section 17). Each value of the label column is a label, and each number column a
 * dataset; a series splits every dataset by the series' values. Returns no data if the actor can't see the label column, and ignores other
 * hidden columns. Throws like `evaluateReport`, and INVALID_PARAMS for more than `MAX_NUMBERS` numbers.
 */
export async function readChart(
  view: View,
  actor: Actor,
  engine: Engine,
  { chart, report }: PlacedChart,
  request: Pick<RowsRequest, "conditions">,
): Promise<ChartData> {
  const { columns, rows } = await evaluateReport(view, actor, engine, report, request)
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
  if (byLabel.size * parts.length * values.length > MAX_NUMBERS) {
    throw invalidParams(`the chart ${chart.displayId} has more than ${MAX_NUMBERS} numbers`)
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

/** Returns a dataset's label: the column's title or, for a series, the series' value, plus the title if there are several columns. */
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

/** Groups rows by key. The groups are in the order of their first rows. */
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

/** Returns one number per label: 0 if the label has no value. Several values of one label are combined with the column's aggregate. */
function dataOf(
  labels: Axis,
  places: ReadonlyMap<string, number>,
  { column, cellOf }: Axis,
  rows: readonly ReportRow[],
): number[] {
  const { aggregate } = column.column
  const combine = aggregate === null || aggregate === "count" ? "sum" : aggregate
  const data = Array.from({ length: places.size }, () => 0)
  for (const [key, group] of groupBy(rows, labels.keyOf)) {
    const numbers = group.flatMap((row) => numberIn(column, cellOf(row)) ?? [])
    data[places.get(key) ?? 0] = aggregateNumbers(combine, numbers) ?? 0
  }
  return data
}

function numberIn({ field }: PlacedColumn, cell: Cell): number | undefined {
  const value = cell === null || typeof cell === "number" ? cell : valueIn(cell, field)
  return typeof value === "number" ? value : undefined
}
