import type { AId, AutoId, DId, Instant, PId, WId } from "../ids.ts"
import type { Condition } from "./condition.ts"
import type { Created, Dated } from "./record.ts"

export const TIME_TYPES = ["min", "hr", "day", "week", "month"] as const

export type TimeType = (typeof TIME_TYPES)[number]

/** An action that runs on a schedule, on all matching items of a datastore (model.md section 10). */
export interface AutoAction extends Created, Dated {
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
  /** Display name. */
  readonly name: string
  /** Comment for the history entries that the auto action's runs create. */
  readonly comment: string
  /** Conditions that select the items (model.md section 11); an empty list selects all items. */
  readonly conditions: readonly Condition[]
  /** Meaning of `timeValue`: minutes, hours, time of day, day of the week or day of the month (api.md section 15.2). */
  readonly timeType: TimeType
  /** An instant whose time of day applies, if `timeType` is `day`; otherwise digits. */
  readonly timeValue: string
  /** Time of the next run; null if that would be after the last supported instant. */
  readonly nextExecAt: Instant | null
  /** Whether the auto action runs when it is due. */
  readonly enabled: boolean
  /** The last run of the auto action; null before the first run. */
  readonly lastExecution: {
    /** Start of the run: ISO 8601 in UTC with milliseconds. */
    readonly startedAt: Instant
    /** End of the run: ISO 8601 in UTC with milliseconds. */
    readonly endedAt: Instant
  } | null
}
