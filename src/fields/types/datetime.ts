import { endOfDay, type Instant, readDate, readMoment, toSeconds } from "../../model/index.ts"
import type { Field, FieldOf } from "../../model/records/index.ts"
import { indexField, type Side, type Subject, type SubjectContext, storedReader, TODAY } from "../subject.ts"
import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"
import { suggestDates } from "./suggestions.ts"

/** Returns a `validate` function for min_value and max_value of date and time fields. `read` converts a limit to a stored value. */
export const timeLimitsCheck =
  (read: (limit: string) => string | undefined) =>
  (value: string, { minValue, maxValue }: Field): string | undefined => {
    const min = read(minValue)
    const max = read(maxValue)
    if (min !== undefined && value < min) return `expected ${minValue} or later`
    return max !== undefined && value > max ? `expected ${maxValue} or earlier` : undefined
  }

type Bound = (text: string, side: Side) => Instant | undefined

/** Returns a function that parses one end of a range of date fields. `TODAY` is the current day by the world's clock. */
const dateBound =
  ({ view }: Pick<SubjectContext, "view">): Bound =>
  (text, side) => {
    if (text !== TODAY) return readMoment(text)
    return side === "from" ? `${view.now.slice(0, 10)}T00:00:00.000Z` : endOfDay(view.now)
  }

/** Returns a function that parses one end of a range of instants. A date without a time means the whole day (model.md section 11). */
export function instantBound(context: Pick<SubjectContext, "view">): Bound {
  const bound = dateBound(context)
  return (text, side) => {
    const day = readDate(text)
    if (day === undefined) return bound(text, side)
    return side === "from" ? day : endOfDay(day)
  }
}

/** Returns how conditions test an instant. */
export const instantSubject = <R>(
  read: (record: R) => Instant | undefined,
  context: Pick<SubjectContext, "view">,
): Extract<Subject<R>, { readonly match: "span" }> => ({
  match: "span",
  read,
  bound: instantBound(context),
  isDay: (text) => readDate(text) !== undefined,
})

export const instants = {
  limits: { read: readMoment, expected: "expected a date or an instant, e.g. 2026-01-05 or 2026-01-05T09:00:00Z" },
  validate: timeLimitsCheck(readMoment),
  details: (value: Instant | undefined) => (value === undefined ? null : toSeconds(value)),
  list: (value: Instant | undefined) => (value === undefined ? null : toSeconds(value)),
  sortKey: (value: Instant | undefined) => value ?? null,
  parse(input: unknown) {
    if (isCleared(input)) return null
    const value = typeof input === "string" ? readMoment(input) : undefined
    return value ?? new InvalidValue("expected a date or an instant, e.g. 2026-01-05 or 2026-01-05T09:00:00Z")
  },
}

/** Type of datetime fields. A date without a time is stored as the day's first instant. */
export const datetime: FieldType<"datetime"> = {
  ...baseType,
  suggest: suggestDates,
  ...instants,
  subject: (field, context): Subject => ({ ...instantSubject(storedReader(field), context), ...indexField(field) }),
}

export const dateSubject = (field: FieldOf<"date">, context: SubjectContext): Subject => ({
  match: "span",
  read: storedReader(field),
  bound: dateBound(context),
  ...indexField(field),
})
