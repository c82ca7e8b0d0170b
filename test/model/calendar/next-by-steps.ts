import type { TimeType } from "../../../src/model/records/index.ts"

export const DAY = 86_400_000
const minuteAfter = (ms: number) => Math.floor(ms / 60_000) * 60_000 + 60_000

/** Advances in small steps until the table's rule matches. */
export function nextBySteps(timeType: TimeType, value: number, baseMs: number, nowMs: number): number {
  if (timeType === "min" || timeType === "hr") {
    const aligned = new Date(baseMs)
    aligned.setUTCSeconds(0, 0)
    if (timeType === "hr") aligned.setUTCMinutes(0)
    do {
      if (timeType === "min") aligned.setUTCMinutes(aligned.getUTCMinutes() + value)
      else aligned.setUTCHours(aligned.getUTCHours() + value)
    } while (aligned.getTime() <= nowMs)
    return aligned.getTime()
  }
  const start = Math.max(baseMs, nowMs)
  if (timeType === "day") {
    let at = minuteAfter(start)
    while (Math.floor((at % DAY) / 60_000) !== value) at += 60_000
    return at
  }
  for (let at = Math.floor(start / DAY) * DAY + DAY; ; at += DAY) {
    const day = new Date(at)
    if (timeType === "week" && day.getUTCDay() === value) return at
    const isLast = new Date(at + DAY).getUTCMonth() !== day.getUTCMonth()
    if (timeType === "month" && (day.getUTCDate() === value || (isLast && day.getUTCDate() < value))) return at
  }
}

/** Allowed values of each `time_value`; for `day`, minutes of the day. */
export const RANGES: Record<TimeType, [number, number]> = {
  min: [10, 59],
  hr: [1, 24],
  day: [0, 24 * 60 - 1],
  week: [0, 6],
  month: [1, 31],
}
