import type { Actor } from "../access/actor.ts"
import type { Engine } from "../engine/engine.ts"
import { valueIn } from "../fields/value-in.ts"
import { nameIn } from "../names.ts"
import type { Condition } from "../records/condition.ts"
import type { View } from "../state/view.ts"
import { titleOfColumn } from "./column-title.ts"
import { evaluateReport } from "./evaluate.ts"
import { type Cell, identity, type ReportRow, reckon } from "./group-rows.ts"
import type { PlacedColumn } from "./placed-columns.ts"
import { show } from "./read-row.ts"
import type { PlacedChart } from "./require-report.ts"

/** A line, or the bars of one colour: a number for each label. */
export interface ChartDataset {
  readonly label: string
  readonly data: readonly number[]
}

export interface ChartData {
  readonly chart: PlacedChart["chart"]
  readonly title: string
  readonly labels: readonly string[]
  readonly datasets: readonly ChartDataset[]
}

/** A column with its place in rows. */
interface Axis {
  readonly column: PlacedColumn
  /** What makes two rows stand at the same place. */
  readonly keyOf: (row: ReportRow) => unknown
  readonly textOf: (row: ReportRow) => string
  readonly cellOf: (row: ReportRow) => Cell
}

/**
 * What a chart draws (model.md section 17): its report's rows, a label for each value of one column, a dataset for each column of
 * numbers, or for each value of the series. Without a label column that the actor is shown there is nothing to draw; a series or
 * a column of numbers that they are not shown is as if the chart had none.
 */
export function readChart(
  view: View,
  actor: Actor,
  engine: Engine,
  { chart, report }: PlacedChart,
  conditions: readonly Condition[],
): ChartData {
  const { columns, rows } = evaluateReport(view, actor, engine, report, { conditions })
  const axisOf = (rpfId: string | null): Axis[] => {
    const index = columns.findIndex(({ column, isShown }) => isShown && column.rpfId === rpfId)
    const column = columns[index]
    return column === undefined ? [] : [axis(view, actor, column, index)]
  }
  const title = nameIn(chart.name, view.settings.lang)
  const [labels] = axisOf(chart.labels)
  if (labels === undefined) return { chart, title, labels: [], datasets: [] }
  const [series] = axisOf(chart.series)
  const values = chart.values.flatMap(axisOf)
  const places = placesOf(labels, rows)
  const datasets = (series === undefined ? [undefined] : [...firstRows(series, rows).values()]).flatMap((member) =>
    values.map((value) => {
      const own =
        series === undefined || member === undefined
          ? rows
          : rows.filter((row) => series.keyOf(row) === series.keyOf(member))
      const name = titleOfColumn(value.column, view.settings.lang)
      const text = series === undefined || member === undefined ? undefined : series.textOf(member)
      const label = text === undefined ? name : values.length === 1 ? text : `${text} ${name}`
      return { label, data: dataOf(labels, places, value, own) }
    }),
  )
  return { chart, title, labels: [...firstRows(labels, rows).values()].map(labels.textOf), datasets }
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

/** The first row of each value of a column, in the order of the rows. */
function firstRows({ keyOf }: Axis, rows: readonly ReportRow[]): Map<unknown, ReportRow> {
  const found = new Map<unknown, ReportRow>()
  for (const row of rows) {
    const key = keyOf(row)
    if (!found.has(key)) found.set(key, row)
  }
  return found
}

/** Where each value of the label column stands. */
const placesOf = (labels: Axis, rows: readonly ReportRow[]): ReadonlyMap<unknown, number> =>
  new Map([...firstRows(labels, rows).keys()].map((key, at) => [key, at]))

/** The numbers of a column by label; 0 where there are none. Several of a label are taken together as the column reckons. */
function dataOf(
  labels: Axis,
  places: ReadonlyMap<unknown, number>,
  { column, cellOf }: Axis,
  rows: readonly ReportRow[],
): number[] {
  const found = Array.from({ length: places.size }, (): number[] => [])
  for (const row of rows) {
    const number = numberIn(column, cellOf(row))
    if (number !== undefined) found[places.get(labels.keyOf(row)) ?? 0]?.push(number)
  }
  const { aggregate } = column.column
  const way = aggregate === null || aggregate === "count" ? "sum" : aggregate
  return found.map((numbers) => reckon(way, numbers) ?? 0)
}

function numberIn({ field }: PlacedColumn, cell: Cell): number | undefined {
  const value = cell === null || typeof cell === "number" ? cell : valueIn(cell, field)
  return typeof value === "number" ? value : undefined
}
