import { toInstant } from "../clock/now.ts"
import type { Instant } from "../ids.ts"
import type { TimeType } from "../records/auto-action.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** When an auto action runs, as stored: `day` has the registered instant, the others digits (model.md section 10). */
export interface Schedule {
  readonly timeType: TimeType
  readonly timeValue: string
}

/** What each `time_value` must be on the way in (api.md section 15.2). */
const VALUES: Record<TimeType, { readonly pattern: RegExp; readonly from: number; readonly to: number }> = {
  min: { pattern: /^[1-9]\d?$/, from: 10, to: 59 },
  hr: { pattern: /^[1-9]\d?$/, from: 1, to: 24 },
  day: { pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/, from: 0, to: 23 },
  week: { pattern: /^\d$/, from: 0, to: 6 },
  month: { pattern: /^[1-9]\d?$/, from: 1, to: 31 },
}

const isTimeType = (text: string): text is TimeType => Object.hasOwn(VALUES, text)

/** What is wrong with a schedule that somebody gave (`day` as `HH:mm`, UTC), or undefined when nothing is. */
export function scheduleProblem(timeType: string, timeValue: string): string | undefined {
  if (!isTimeType(timeType)) {
    return `time_type must be one of ${Object.keys(VALUES).join(", ")}, not ${JSON.stringify(timeType)}`
  }
  const { pattern, from, to } = VALUES[timeType]
  if (pattern.test(timeValue) && Number.parseInt(timeValue, 10) >= from && Number.parseInt(timeValue, 10) <= to) return
  const expected = timeType === "day" ? '"00:00" to "23:59"' : `"${from}" to "${to}"`
  return `time_value of ${timeType} must be ${expected}, not ${JSON.stringify(timeValue)}`
}

/** A schedule as it is stored, and its first run after `now`. Takes `day` as `HH:mm`; the values must be in order. */
export function register(schedule: Schedule, now: Instant): Schedule & { readonly nextExecAt: Instant } {
  if (schedule.timeType !== "day") return { ...schedule, nextExecAt: nextExec(schedule, now) }
  const nextExecAt = nextExec({ timeType: "day", timeValue: `1970-01-01T${schedule.timeValue}:00.000Z` }, now)
  return { timeType: "day", timeValue: nextExecAt, nextExecAt }
}

/**
 * NextExec (model.md section 10): the first run that follows `base`, the present or the instant that was due,
 * always strictly after `now`.
 */
export function nextExec({ timeType, timeValue }: Schedule, base: Instant, now: Instant = base): Instant {
  const baseMs = Date.parse(base)
  const nowMs = Date.parse(now)
  const afterMs = Math.max(baseMs, nowMs)
  switch (timeType) {
    case "min":
      return toInstant(interval(baseMs, nowMs, MINUTE, Number(timeValue)))
    case "hr":
      return toInstant(interval(baseMs, nowMs, HOUR, Number(timeValue)))
    case "day":
      return toInstant(timeOfDay(afterMs, Date.parse(timeValue) - floor(Date.parse(timeValue), DAY)))
    case "week":
      return toInstant(weekday(afterMs, Number(timeValue)))
    case "month":
      return toInstant(dayOfMonth(afterMs, Number(timeValue)))
  }
}

const floor = (ms: number, unit: number): number => Math.floor(ms / unit) * unit

/** The base aligned to the unit, then as many whole steps as it takes to be ahead. */
function interval(baseMs: number, nowMs: number, unit: number, value: number): number {
  const step = unit * value
  const first = floor(baseMs, unit) + step
  return first > nowMs ? first : first + (Math.floor((nowMs - first) / step) + 1) * step
}

function timeOfDay(afterMs: number, offset: number): number {
  const today = floor(afterMs, DAY) + offset
  return today > afterMs ? today : today + DAY
}

function weekday(afterMs: number, value: number): number {
  const today = floor(afterMs, DAY)
  const ahead = (value - new Date(today).getUTCDay() + 7) % 7
  return today + (ahead === 0 ? 7 : ahead) * DAY
}

function dayOfMonth(afterMs: number, value: number): number {
  const after = new Date(afterMs)
  const inMonth = (month: number): number => {
    const lastDay = new Date(Date.UTC(after.getUTCFullYear(), month + 1, 0)).getUTCDate()
    return Date.UTC(after.getUTCFullYear(), month, Math.min(value, lastDay))
  }
  const thisMonth = inMonth(after.getUTCMonth())
  return thisMonth > afterMs ? thisMonth : inMonth(after.getUTCMonth() + 1)
}
