import type { AId, AutoId, DId, Instant, PId, WId } from "../ids.ts"
import type { Condition } from "../../records/condition.ts"

export type TimeType = "min" | "hr" | "day" | "week" | "month"

/** A scheduled action over the matching items of a datastore (model.md section 10). */
export interface AutoAction {
  /** ID of the auto action. */
  readonly autoId: AutoId
  /** ID of the workspace. */
  readonly wId: WId
  /** ID of the application. */
  readonly pId: PId
  /** ID of the datastore. */
  readonly dId: DId
  /** ID of the action. */
  readonly aId: AId
  /** What it is called. */
  readonly name: string
  /** What its histories say. */
  readonly comment: string
  /** What items must fit (model.md section 11); empty: all of them. */
  readonly conditions: readonly Condition[]
  /** What `timeValue` counts: minutes, hours, a time of day, a day of the week or of the month (api.md section 15.2). */
  readonly timeType: TimeType
  /** min, hr, week, month: digits. day: the registered instant in ms form. */
  readonly timeValue: string
  /** Null: never, as it would be later than the last instant. */
  readonly nextExecAt: Instant | null
  /** Whether it runs when it is due. */
  readonly enabled: boolean
  /** When it ran last; null is never. */
  readonly lastExecution: {
    /** When it began: ISO 8601 in UTC with milliseconds. */
    readonly startedAt: Instant
    /** When it was done, likewise. */
    readonly endedAt: Instant
  } | null
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** When it was changed last: ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: Instant
  /** How many records were made before it: the order in which things came into being. */
  readonly ordinal: number
}
