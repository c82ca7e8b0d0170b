import { type Instant, readDay, readInstant, toSeconds } from "../../model/index.ts"
import type { Field, FieldOf } from "../../model/records/index.ts"
import { type Side, type Subject, type SubjectContext, storedReader, TODAY } from "../subject.ts"
import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"

const limitOf = (text: string): Instant | undefined => readInstant(text) ?? readDay(text)

/** Returns a `validate` function for min_value and max_value of date and time fields. `read` converts a limit to a stored value. */
export const timeLimitsCheck =
  (read: (limit: string) => string | undefined) =>
  (value: string, { minValue, maxValue }: Field): string | undefined => {
    const min = read(minValue)
    const max = read(maxValue)
    if (min !== undefined && value < min) return `expected ${minValue} or later`
    return max !== undefined && value > max ? `expected ${maxValue} or earlier` : undefined
  }

/** Returns a function that parses one end of a range. `TODAY` is the current day by the world's clock. */
export const instantBound =
  ({ view }: Pick<SubjectContext, "view">) =>
  (text: string, side: Side): string | undefined => {
    if (text === TODAY) return `${view.now.slice(0, 10)}T${side === "from" ? "00:00:00.000" : "23:59:59.999"}Z`
    return limitOf(text)
  }

export const instants = {
  limits: { read: limitOf, expected: "expected an ISO 8601 date or instant" },
  validate: timeLimitsCheck(limitOf),
  details: (value: Instant | undefined) => (value === undefined ? null : toSeconds(value)),
  list: (value: Instant | undefined) => (value === undefined ? null : toSeconds(value)),
  sortKey: (value: Instant | undefined) => value ?? null,
  subject: (field: FieldOf<"date" | "datetime">, context: SubjectContext): Subject => ({
    match: "span",
    read: storedReader(field),
    bound: instantBound(context),
  }),
}

export const datetime: FieldType<"datetime"> = {
  ...baseType,
  ...instants,
  parse(input) {
    if (isCleared(input)) return null
    const value = typeof input === "string" ? readInstant(input) : undefined
    return value ?? new InvalidValue("expected an ISO 8601 instant, e.g. 2026-01-05T09:00:00Z")
  },
}
