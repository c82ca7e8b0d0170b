import { milliseconds } from "date-fns/milliseconds"
import { invalidParams } from "../model/error.ts"

const UNITS: Readonly<Record<string, "seconds" | "minutes" | "hours" | "days" | "weeks">> = {
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days",
  w: "weeks",
}

/** A length of time: a number of milliseconds, or a whole number with a unit, e.g. `"90m"` (s m h d w). */
export type Duration = number | string

/** The milliseconds of a duration, never negative (control.md section 3). */
export function readDuration(duration: Duration): number {
  const ms = typeof duration === "string" ? readText(duration) : duration
  if (Number.isSafeInteger(ms) && ms >= 0) return ms
  if (typeof duration === "number" && ms < 0) {
    throw invalidParams("advance: a clock can't be advanced backwards; set a frozen clock with `to`")
  }
  throw invalidParams(
    `advance: expected milliseconds or a whole number with a unit (s m h d w) such as "90m", not ${typeof duration === "string" ? JSON.stringify(duration) : String(duration)}`,
  )
}

function readText(text: string): number {
  const [, count, letter = ""] = /^(\d+)([smhdw])$/.exec(text.trim()) ?? []
  const unit = UNITS[letter]
  return unit === undefined ? Number.NaN : milliseconds({ [unit]: Number(count) })
}
