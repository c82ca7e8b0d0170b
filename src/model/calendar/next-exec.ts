import { addDays } from "date-fns/addDays"
import { addMilliseconds } from "date-fns/addMilliseconds"
import { addMonths } from "date-fns/addMonths"
import { differenceInMilliseconds } from "date-fns/differenceInMilliseconds"
import { getDay } from "date-fns/getDay"
import { getDaysInMonth } from "date-fns/getDaysInMonth"
import { hoursToMilliseconds } from "date-fns/hoursToMilliseconds"
import { isAfter } from "date-fns/isAfter"
import { max } from "date-fns/max"
import { minutesToMilliseconds } from "date-fns/minutesToMilliseconds"
import { setDate } from "date-fns/setDate"
import { startOfDay } from "date-fns/startOfDay"
import { startOfHour } from "date-fns/startOfHour"
import { startOfMinute } from "date-fns/startOfMinute"
import { startOfMonth } from "date-fns/startOfMonth"
import type { Instant } from "../ids.ts"
import type { TimeType } from "../records/auto-action.ts"
import { LAST_INSTANT, utc } from "./instants.ts"

/** A stored schedule. `timeValue` is an instant if `timeType` is `day`, otherwise digits (model.md section 10). */
export interface Schedule {
  readonly timeType: TimeType
  readonly timeValue: string
}

/** Valid `time_value` inputs by `time_type` (api.md section 15.2). */
const VALUES: Record<TimeType, { readonly pattern: RegExp; readonly from: number; readonly to: number }> = {
  min: { pattern: /^[1-9]\d?$/, from: 10, to: 59 },
  hr: { pattern: /^[1-9]\d?$/, from: 1, to: 24 },
  day: { pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/, from: 0, to: 23 },
  week: { pattern: /^\d$/, from: 0, to: 6 },
  month: { pattern: /^[1-9]\d?$/, from: 1, to: 31 },
}

const isTimeType = (text: string): text is TimeType => Object.hasOwn(VALUES, text)

/** Describes the error in a requested schedule, or returns undefined if valid. For `day`, `timeValue` is the time as `HH:mm` in UTC. */
export function scheduleProblem(timeType: string, timeValue: string): string | undefined {
  if (!isTimeType(timeType)) {
    return `time_type: expected one of ${Object.keys(VALUES).join(", ")}, received ${JSON.stringify(timeType)}`
  }
  const { pattern, from, to } = VALUES[timeType]
  if (pattern.test(timeValue) && Number.parseInt(timeValue, 10) >= from && Number.parseInt(timeValue, 10) <= to) return
  const expected = timeType === "day" ? '"00:00" to "23:59"' : `"${from}" to "${to}"`
  return `time_value of ${timeType}: expected ${expected}, received ${JSON.stringify(timeValue)}`
}

/** Returns the schedule to store, with its first run after `now`. `schedule` must be valid; for `day`, its `timeValue` is `HH:mm`. */
export function register(schedule: Schedule, now: Instant): Schedule & { readonly nextExecAt: Instant | null } {
  if (schedule.timeType !== "day") return { ...schedule, nextExecAt: nextExec(schedule, now) }
  const nextExecAt = nextExec({ timeType: "day", timeValue: `1970-01-01T${schedule.timeValue}:00.000Z` }, now)
  return {
    timeType: "day",
    timeValue: nextExecAt ?? `${LAST_INSTANT.slice(0, 11)}${schedule.timeValue}:00.000Z`,
    nextExecAt,
  }
}

/**
 * Returns the first run after both `now` and `base` (NextExec, model.md section 10). `base` is the current time or the time at which
 * the last run was due. Returns null if the run would be after the last supported instant.
 */
export function nextExec(schedule: Schedule, base: Instant, now: Instant = base): Instant | null {
  const run = nextRun(schedule, utc(base), utc(now))
  return isAfter(run, utc(LAST_INSTANT)) ? null : run.toISOString()
}

function nextRun({ timeType, timeValue }: Schedule, base: Date, now: Date): Date {
  const after = max([base, now])
  switch (timeType) {
    case "min":
      return nextStep(startOfMinute(base), minutesToMilliseconds(Number(timeValue)), now)
    case "hr":
      return nextStep(startOfHour(base), hoursToMilliseconds(Number(timeValue)), now)
    case "day":
      return timeOfDay(after, utc(timeValue))
    case "week":
      return weekday(after, Number(timeValue))
    case "month":
      return dayOfMonth(after, Number(timeValue))
  }
}

/** Adds `step` milliseconds to `start`, at least once, until the result is after `now`. */
function nextStep(start: Date, step: number, now: Date): Date {
  const passed = Math.floor(differenceInMilliseconds(now, start) / step)
  return addMilliseconds(start, Math.max(passed + 1, 1) * step)
}

function timeOfDay(after: Date, time: Date): Date {
  const today = addMilliseconds(startOfDay(after), differenceInMilliseconds(time, startOfDay(time)))
  return isAfter(today, after) ? today : addDays(today, 1)
}

/** Returns the start of the next day with weekday `value`, at the earliest the day after `after`. */
const weekday = (after: Date, value: number): Date => addDays(startOfDay(after), ((value - getDay(after) + 6) % 7) + 1)

function dayOfMonth(after: Date, value: number): Date {
  const inMonth = (month: Date): Date => setDate(month, Math.min(value, getDaysInMonth(month)))
  const month = startOfMonth(after)
  const day = inMonth(month)
  return isAfter(day, after) ? day : inMonth(addMonths(month, 1))
}
