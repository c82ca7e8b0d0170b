import { invalidParams } from "../error.ts"

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** A length of time: a number of milliseconds, or a whole number with a unit, e.g. `"90m"` (s m h d w). */
export type Duration = number | string

/** The milliseconds of a duration, never negative (control.md section 3). */
export function readDuration(duration: Duration): number {
  const ms = typeof duration === "number" ? duration : readText(duration)
  if (Number.isSafeInteger(ms) && ms >= 0) return ms
  if (typeof duration === "number" && ms < 0) {
    throw invalidParams("advance: a clock can't be advanced backwards; set a frozen clock with `to`")
  }
  throw invalidParams(
    `advance: expected milliseconds or a whole number with a unit (s m h d w) such as "90m", not ${JSON.stringify(duration)}`,
  )
}

function readText(text: string): number {
  const [, count, unit] = /^(\d+)([smhdw])$/.exec(text.trim()) ?? []
  return count === undefined ? Number.NaN : Number(count) * UNITS[unit as keyof typeof UNITS]
}
