import { UTCDateMini } from "@date-fns/utc/date/mini"
import { getDaysInMonth } from "date-fns/getDaysInMonth"
import { milliseconds } from "date-fns/milliseconds"
import { invalidParams } from "../error.ts"
import type { Instant } from "../ids.ts"

/** Returns a date with which date-fns calculates in UTC, whatever the machine's time zone. */
export const utc = (at: Instant): Date => new UTCDateMini(at)

/** The last instant that the API supports (model.md section 10). */
export const LAST_INSTANT: Instant = "9999-12-31T23:59:59.999Z"

const LAST_MS = Date.parse(LAST_INSTANT)

/** Converts milliseconds since 1970 to an instant; returns `LAST_INSTANT` for any later time. */
export const toInstant = (ms: number): Instant => new Date(Math.min(ms, LAST_MS)).toISOString()

const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?$/
const SECOND_FORM = "YYYY-MM-DDThh:mm:ssZ".length
const MILLISECOND_FORM = "YYYY-MM-DDThh:mm:ss.mmmZ".length
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Parses the digits of `text` from index `from` to `to`, without creating a substring. */
function numberAt(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 48
  return number
}

function beginsWithDay(text: string): boolean {
  const [month, day] = [numberAt(text, 5, 7), numberAt(text, 8, 10)]
  if (month < 1 || month > 12 || day < 1) return false
  return day <= 28 || day <= getDaysInMonth(utc(text.slice(0, "YYYY-MM".length)))
}

/** Parses an ISO 8601 string, which is in UTC unless it has an offset. Returns undefined if the string is invalid. */
export function readInstant(text: string): Instant | undefined {
  const parts = INSTANT.exec(text)
  if (parts === null || !beginsWithDay(text)) return undefined
  const hasSeconds = text[16] === ":"
  if (numberAt(text, 11, 13) > 23 || numberAt(text, 14, 16) > 59) return undefined
  if (hasSeconds && numberAt(text, 17, 19) > 59) return undefined
  // The two most common forms need no conversion.
  if (hasSeconds && text[10] === "T" && text.at(-1) === "Z") {
    if (text.length === MILLISECOND_FORM && text[19] === ".") return text
    if (text.length === SECOND_FORM) return `${text.slice(0, 19)}.000Z`
  }
  const [, fraction = "", sign, hours, minutes] = parts
  const seconds = hasSeconds ? text.slice(16, 19) : ":00"
  const instant = `${text.slice(0, 10)}T${text.slice(11, 16)}${seconds}.${fraction.padEnd(3, "0").slice(0, 3)}Z`
  if (sign === undefined) return instant
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  const offset = milliseconds({ hours: Number(hours), minutes: Number(minutes) })
  return inRange(Date.parse(instant) + (sign === "-" ? offset : -offset))
}

/** Parses `YYYY-MM-DD` as the start of that day in UTC. Returns undefined if the string is invalid. */
export const readDay = (text: string): Instant | undefined =>
  DAY.test(text) && beginsWithDay(text) ? `${text}T00:00:00.000Z` : undefined

const SLASHES = /^\d{4}\/\d{2}\/\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/

/** Converts the form of dates in reports, `YYYY/MM/DD` with or without `HH:mm` or `HH:mm:ss`, to ISO 8601. */
const toIso = (text: string): string => (text[4] === "/" && SLASHES.test(text) ? text.replaceAll("/", "-") : text)

/** Parses a date without a time, `YYYY-MM-DD` or `YYYY/MM/DD`, as the start of that day. Returns undefined for other texts. */
export const readDate = (text: string): Instant | undefined => readDay(toIso(text))

/** Parses a value of date fields: an ISO 8601 string, or a date in the form of reports. Days begin at 00:00 UTC. */
export function readMoment(text: string): Instant | undefined {
  const iso = toIso(text)
  return readInstant(iso) ?? readDay(iso)
}

/** Returns the last millisecond of the day that begins at an instant. */
export const endOfDay = (start: Instant): Instant => `${start.slice(0, 10)}T23:59:59.999Z`

/** Converts milliseconds to an instant. Returns undefined outside the years 0000 to 9999, because longer years would sort incorrectly. */
const inRange = (ms: number): Instant | undefined => {
  const text = new Date(ms).toISOString()
  return text.length === 24 ? text : undefined
}

export const addSeconds = (instant: Instant, seconds: number): Instant =>
  toInstant(Date.parse(instant) + seconds * 1000)

/** Returns the instant without its milliseconds, in the form `…:ssZ`. */
export const toSeconds = (instant: Instant): string => `${instant.slice(0, 19)}Z`

const UNITS: Readonly<Record<string, "seconds" | "minutes" | "hours" | "days" | "weeks">> = {
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days",
  w: "weeks",
}

/** A duration: a number of milliseconds, or a string of a whole number and a unit (s, m, h, d or w), e.g. `"90m"`. */
export type Duration = number | string

/** Converts a duration to milliseconds. Throws INVALID_PARAMS if it is malformed or negative (control.md section 3). */
export function readDuration(duration: Duration): number {
  const ms = typeof duration === "string" ? readText(duration) : duration
  if (Number.isSafeInteger(ms) && ms >= 0) return ms
  if (typeof duration === "number" && ms < 0) {
    throw invalidParams("advance: expected at least 0; to set a frozen clock back, use `to`")
  }
  throw invalidParams(
    `advance: expected milliseconds or a whole number with a unit (s m h d w) such as "90m", received ${typeof duration === "string" ? JSON.stringify(duration) : String(duration)}`,
  )
}

function readText(text: string): number {
  const [, count, letter = ""] = /^(\d+)([smhdw])$/.exec(text.trim()) ?? []
  const unit = UNITS[letter]
  return unit === undefined ? Number.NaN : milliseconds({ [unit]: Number(count) })
}
