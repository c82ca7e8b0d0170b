import type { ChId, Instant, PId, RpfId, RpId, WId } from "../../model/ids.ts"
import type { Names } from "../../model/names.ts"

/** How a chart is drawn. */
export type ChartType = "bar" | "barStacked" | "line" | "pie"

/** A drawing of a report's rows (model.md section 17). */
export interface Chart {
  readonly chId: ChId
  readonly wId: WId
  readonly pId: PId
  readonly displayId: string
  readonly name: Names
  readonly rpId: RpId
  readonly type: ChartType
  /** The column whose values stand along the axis. */
  readonly labels: RpfId
  /** The column whose values get a dataset each; null = one dataset for each of `values`. */
  readonly series: RpfId | null
  readonly values: readonly RpfId[]
  readonly zero: boolean
  readonly color: string
  readonly createdAt: Instant
  readonly ordinal: number
}
