const SLASHES = /^(\d{4})\/(\d\d)\/(\d\d)(?: (\d\d:\d\d(?::\d\d)?))?$/
const DAY = /^\d{4}([-/])\d\d\1\d\d$/
const DAY_MS = 86_400_000

/**
 * Parses a value of a datetime or date field, in milliseconds since 1970 (model.md section 5.2): ISO 8601, `YYYY-MM-DD`, or `YYYY/MM/DD`
 * with or without a time. Returns undefined for other texts.
 */
export function readDateMs(text: string): number | undefined {
  const [, year, month, day, time = "00:00"] = SLASHES.exec(text) ?? []
  const iso = year === undefined ? text : `${year}-${month}-${day}T${time}Z`
  if (!/^\d{4}-\d\d-\d\d/.test(iso)) return undefined
  const date = iso.slice(0, 10)
  // Date.parse moves a day that does not exist to the next month.
  const start = Date.parse(date)
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(date)) return undefined
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? undefined : ms
}

/** Parses the end of a range. In conditions on instants, a date without a time is the last millisecond of its day (section 11). */
export function readEndMs(text: string, isInstant: boolean): number {
  const ms = readDateMs(text) ?? Number.NaN
  return isInstant && DAY.test(text) ? ms + DAY_MS - 1 : ms
}

/** Limit of a date field. A field without this limit has the text `""`. */
export const limitMs = (text: string): number => readDateMs(text) ?? Number.NaN
