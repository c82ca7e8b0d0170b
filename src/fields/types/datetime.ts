import { readDay, readInstant, toSeconds } from "../../model/calendar/instants.ts"
import type { Instant } from "../../model/ids.ts"
import type { Field, FieldOf } from "../../model/records/field.ts"
import { type Side, type Subject, type SubjectContext, storedReader, TODAY } from "../subject.ts"
import { baseKind, isCleared, type Kind, Unfit } from "./field-type.ts"

const limitOf = (text: string): Instant | undefined => readInstant(text) ?? readDay(text)

/** What is wrong with an instant by the field's min_value and max_value. */
export function checkInstantLimits(value: Instant, { minValue, maxValue }: Field): string | undefined {
  const min = minValue === "" ? undefined : limitOf(minValue)
  const max = maxValue === "" ? undefined : limitOf(maxValue)
  if (min !== undefined && value < min) return `earlier than ${minValue}`
  if (max !== undefined && value > max) return `later than ${maxValue}`
  return undefined
}

/** Reads an end of a range of instants; `TODAY` is the day of the world's clock. */
export const instantBound =
  ({ view }: Pick<SubjectContext, "view">) =>
  (text: string, side: Side): string | undefined => {
    if (text === TODAY) return `${view.now.slice(0, 10)}T${side === "from" ? "00:00:00.000" : "23:59:59.999"}Z`
    return readInstant(text) ?? readDay(text)
  }

/** What date and datetime have in common. */
export const instants = {
  limits: { read: limitOf, expected: "expected a date or instant (ISO 8601)" },
  validate: checkInstantLimits,
  details: (value: Instant | undefined) => (value === undefined ? null : toSeconds(value)),
  list: (value: Instant | undefined) => (value === undefined ? null : toSeconds(value)),
  sortKey: (value: Instant | undefined) => value ?? null,
  subject: (field: FieldOf<"date" | "datetime">, context: SubjectContext): Subject => ({
    match: "span",
    read: storedReader(field),
    bound: instantBound(context),
  }),
}

export const datetime: Kind<"datetime"> = {
  ...baseKind,
  ...instants,
  parse(input) {
    if (isCleared(input)) return null
    const value = typeof input === "string" ? readInstant(input) : undefined
    return value ?? new Unfit("expected an ISO 8601 instant, e.g. 2026-01-05T09:00:00Z")
  },
}
