import { readInstant } from "../../model/index.ts"
import { indexField, type Side, type Subject, storedReader, TODAY } from "../subject.ts"
import { timeLimitsCheck } from "./datetime.ts"
import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/** Parses a time, or an instant's UTC time, and returns it as `HH:mm:ss`. Returns undefined for other texts. */
export function readTime(text: string): string | undefined {
  const [, hour, minute, second = "00"] = TIME.exec(text) ?? []
  if (hour !== undefined) return `${hour}:${minute}:${second}`
  return readInstant(text)?.slice(11, 19)
}

const bound = (text: string, side: Side): string | undefined =>
  text === TODAY ? (side === "from" ? "00:00:00" : "23:59:59") : readTime(text)

export const time: FieldType<"time"> = {
  ...baseType,
  suggest: () => ["12:00:00"],
  limits: { read: readTime, expected: "expected a time, e.g. 09:30" },
  parse(input) {
    if (isCleared(input)) return null
    const value = typeof input === "string" ? readTime(input) : undefined
    return value ?? new InvalidValue("expected a time, e.g. 09:30 or 09:30:00")
  },
  validate: timeLimitsCheck(readTime),
  details: (value) => value ?? null,
  list: (value) => value ?? null,
  sortKey: (value) => value ?? null,
  subject: (field): Subject => ({ match: "span", read: storedReader(field), bound, ...indexField(field) }),
}
