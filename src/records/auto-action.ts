import type { AId, AutoId, DId, Instant, PId, WId } from "../ids.ts"
import type { Condition } from "./condition.ts"

export type TimeType = "min" | "hr" | "day" | "week" | "month"

/** A scheduled action over the matching items of a datastore (model.md section 10). */
export interface AutoAction {
  readonly autoId: AutoId
  readonly wId: WId
  readonly pId: PId
  readonly dId: DId
  readonly aId: AId
  readonly name: string
  readonly comment: string
  readonly conditions: readonly Condition[]
  readonly timeType: TimeType
  /** min, hr, week, month: digits. day: the registered instant in ms form. */
  readonly timeValue: string
  /** Null: never, as it would be later than the last instant. */
  readonly nextExecAt: Instant | null
  readonly enabled: boolean
  readonly lastExecution: { readonly startedAt: Instant; readonly endedAt: Instant } | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly ordinal: number
}
