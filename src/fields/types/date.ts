import { type Instant, readDay, readInstant, toSeconds } from "../../model/index.ts"
import { plainForm } from "../fixture-form.ts"
import { instants } from "./datetime.ts"
import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"

const DAY_LENGTH = "2026-01-05".length
const FIRST_INSTANT = "T00:00:00.000Z"

/** Type of date fields. A stored date is an instant. A day without a time is stored as the day's first instant. */
export const date: FieldType<"date"> = {
  ...baseType,
  ...instants,
  parse(input) {
    if (isCleared(input)) return null
    const value = typeof input === "string" ? (readDay(input) ?? readInstant(input)) : undefined
    return value ?? new InvalidValue("expected a date, e.g. 2026-01-05 or 2026-01-05T00:00:00Z")
  },
  list(value, _field, { dates }) {
    if (value === undefined) return null
    return dates === "slashes" ? value.slice(0, DAY_LENGTH).replaceAll("-", "/") : toSeconds(value)
  },
  fixture: {
    ...plainForm,
    dump: (value: Instant) => (value.endsWith(FIRST_INSTANT) ? value.slice(0, -FIRST_INSTANT.length) : value),
  },
}
