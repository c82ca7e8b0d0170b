import type { Instant } from "../../ids.ts"
import type { Field } from "../model.ts"
import { baseKind, isCleared, type Kind, Unfit } from "./kind.ts"

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/** The instant of an ISO 8601 text: UTC unless it has an offset, which is converted; undefined when it is none. */
export function readInstant(text: string): Instant | undefined {
  const parts = INSTANT.exec(text)
  if (parts === null) return undefined
  const [year, month, day, hour, minute] = parts.slice(1, 6).map(Number) as [number, number, number, number, number]
  const second = Number(parts[6] ?? 0)
  const ms = Number((parts[7] ?? "0").padEnd(3, "0").slice(0, 3))
  const offsetHours = Number(parts[9] ?? 0)
  const offsetMinutes = Number(parts[10] ?? 0)
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined
  if (offsetHours > 23 || offsetMinutes > 59) return undefined
  const offset = (offsetHours * 60 + offsetMinutes) * 60_000 * (parts[8] === "-" ? -1 : 1)
  return inRange(new Date(`${text.slice(0, 10)}T00:00:00Z`).getTime() + at(hour, minute, second, ms) - offset)
}

/** The first instant of the day `YYYY-MM-DD`, UTC. */
export function readDay(text: string): Instant | undefined {
  const [, year, month, day] = DAY.exec(text) ?? []
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined
  return `${text}T00:00:00.000Z`
}

const at = (hour: number, minute: number, second: number, ms: number): number =>
  ((hour * 60 + minute) * 60 + second) * 1000 + ms

/** Years outside 0000 to 9999 have another text form, which would not order. */
const inRange = (ms: number): Instant | undefined => {
  const text = new Date(ms).toISOString()
  return text.length === 24 ? text : undefined
}

/** The second form `…:ssZ` of an instant. */
export const toSeconds = (instant: Instant): string => `${instant.slice(0, 19)}Z`

const limitOf = (text: string): Instant | undefined => readInstant(text) ?? readDay(text)

/** What is wrong with an instant by the field's min_value and max_value. */
export function checkInstantLimits(value: Instant, { minValue, maxValue }: Field): string | undefined {
  const min = minValue === "" ? undefined : limitOf(minValue)
  const max = maxValue === "" ? undefined : limitOf(maxValue)
  if (min !== undefined && value < min) return `earlier than ${minValue}`
  if (max !== undefined && value > max) return `later than ${maxValue}`
  return undefined
}

export const datetime: Kind<Instant> = {
  ...baseKind,
  parse(input) {
    if (isCleared(input)) return null
    const value = typeof input === "string" ? readInstant(input) : undefined
    return value ?? new Unfit("expected an ISO 8601 instant, e.g. 2026-01-05T09:00:00Z")
  },
  validate: checkInstantLimits,
  details: (value) => (value === undefined ? null : toSeconds(value)),
  list: (value) => (value === undefined ? null : toSeconds(value)),
  sortKey: (value) => value ?? null,
}
