import type { IId } from "../../model/ids.ts"
import type { DataType } from "../../model/records/field.ts"
import type { ChartDataset } from "../../reports/chart-data.ts"

/** A row of a report. */
export interface ReportRowAnswer {
  /** By column key; numbers as numbers, all else as the report shows it. */
  readonly values: Readonly<Record<string, string | number | null>>
  /** The items it stands for. */
  readonly itemIds: readonly IId[]
}

/** A report, or a page of it. */
export interface ReportAnswer {
  /** What the report is called, in the world's language. */
  readonly title: string
  /** Null when only the count was asked for. */
  readonly rows: readonly ReportRowAnswer[] | null
  /** All rows, before paging; 0 when omitted, -1 when the count timed out. */
  readonly totalItems: number
}

/** A column that a report or chart can be searched by. */
export interface ColumnAnswer {
  /** What conditions name it by. */
  readonly key: string
  /** Its heading, in the world's language. */
  readonly title: string
  /** Data type of its values. */
  readonly dataType: DataType
  /** Where it stands among the others, from 0. */
  readonly order: number
}

/** What a report or chart can be searched by. */
export interface ColumnsAnswer {
  /** By order. */
  readonly columns: readonly ColumnAnswer[]
}

/** What a chart shows. */
export interface ChartAnswer {
  /** What the chart is called, in the world's language. */
  readonly title: string
  /** What its numbers stand for, in their order. */
  readonly labels: readonly string[]
  /** Its lines, or bars of a colour. */
  readonly datasets: readonly ChartDataset[]
}
