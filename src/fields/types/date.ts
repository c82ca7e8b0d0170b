import { type Instant, toSeconds } from "../../model/index.ts"
import { plainForm } from "../fixture-form.ts"
import { dateSubject, instants } from "./datetime.ts"
import { baseType, type FieldType } from "./field-type.ts"
import { suggestDates } from "./suggestions.ts"

const DAY_LENGTH = "2026-01-05".length
const FIRST_INSTANT = "T00:00:00.000Z"

/** Type of date fields. A stored date is an instant. A day without a time is stored as the day's first instant. */
export const date: FieldType<"date"> = {
  ...baseType,
  suggest: suggestDates,
  ...instants,
  subject: dateSubject,
  list(value, _field, { dates }) {
    if (value === undefined) return null
    return dates === "slashes" ? value.slice(0, DAY_LENGTH).replaceAll("-", "/") : toSeconds(value)
  },
  fixture: {
    ...plainForm,
    dump: (value: Instant) => (value.endsWith(FIRST_INSTANT) ? value.slice(0, -FIRST_INSTANT.length) : value),
  },
}
