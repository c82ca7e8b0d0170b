import { getDaysInMonth } from "date-fns/getDaysInMonth"
import { milliseconds } from "date-fns/milliseconds"
import type { Instant } from "../ids.ts"
import { utc } from "../../calendar/utc.ts"

/** The last instant there is (model.md section 10). */
export const LAST_INSTANT: Instant = "9999-12-31T23:59:59.999Z"

const LAST_MS = Date.parse(LAST_INSTANT)

/** An instant in the millisecond form; what would be later is the last one. */
export const toInstant = (ms: number): Instant => new Date(Math.min(ms, LAST_MS)).toISOString()

const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?$/
const SECOND_FORM = "YYYY-MM-DDThh:mm:ssZ".length
const MILLISECOND_FORM = "YYYY-MM-DDThh:mm:ss.mmmZ".length
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The number that the digits of a text are, without making a text of them. */
function numberAt(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 48
  return number
}

/** Whether a text of the form `YYYY-MM-DD…` begins with a day of the calendar. */
function beginsWithDay(text: string): boolean {
  const [month, day] = [numberAt(text, 5, 7), numberAt(text, 8, 10)]
  if (month < 1 || month > 12 || day < 1) return false
  return day <= 28 || day <= getDaysInMonth(utc(text.slice(0, "YYYY-MM".length)))
}

/** The instant of an ISO 8601 text: UTC unless it has an offset, which is converted; undefined when it is none. */
export function readInstant(text: string): Instant | undefined {
  const parts = INSTANT.exec(text)
  if (parts === null || !beginsWithDay(text)) return undefined
  const hasSeconds = text[16] === ":"
  if (numberAt(text, 11, 13) > 23 || numberAt(text, 14, 16) > 59) return undefined
  if (hasSeconds && numberAt(text, 17, 19) > 59) return undefined
  // The two usual forms, built from few parts: that is faster and takes less memory.
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

/** The first instant of the day `YYYY-MM-DD`, UTC. */
export const readDay = (text: string): Instant | undefined =>
  DAY.test(text) && beginsWithDay(text) ? `${text}T00:00:00.000Z` : undefined

/** Years outside 0000 to 9999 have a longer text form, which would sort wrongly. */
const inRange = (ms: number): Instant | undefined => {
  const text = new Date(ms).toISOString()
  return text.length === 24 ? text : undefined
}

/** So many seconds later, or the last instant. */
export const addSeconds = (instant: Instant, seconds: number): Instant =>
  toInstant(Date.parse(instant) + seconds * 1000)

/** The second form `…:ssZ` of an instant. */
export const toSeconds = (instant: Instant): string => `${instant.slice(0, 19)}Z`
