import { readInstant } from "../../model/calendar/instants.ts"
import { type Side, type Subject, storedReader, TODAY } from "../subject.ts"
import { baseKind, isCleared, type Kind, Unfit } from "./field-type.ts"

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/** `HH:mm:ss` of a time or of an instant's UTC time; undefined when it is neither. */
export function readTime(text: string): string | undefined {
  const [, hour, minute, second = "00"] = TIME.exec(text) ?? []
  if (hour !== undefined) return `${hour}:${minute}:${second}`
  return readInstant(text)?.slice(11, 19)
}

const bound = (text: string, side: Side): string | undefined =>
  text === TODAY ? (side === "from" ? "00:00:00" : "23:59:59") : readTime(text)

export const time: Kind<"time"> = {
  ...baseKind,
  limits: { read: readTime, expected: "expected a time, e.g. 09:30" },
  parse(input) {
    if (isCleared(input)) return null
    const value = typeof input === "string" ? readTime(input) : undefined
    return value ?? new Unfit("expected a time, e.g. 09:30 or 09:30:00")
  },
  validate(value, { minValue, maxValue }) {
    const min = minValue === "" ? undefined : readTime(minValue)
    const max = maxValue === "" ? undefined : readTime(maxValue)
    if (min !== undefined && value < min) return `earlier than ${minValue}`
    if (max !== undefined && value > max) return `later than ${maxValue}`
    return undefined
  },
  details: (value) => value ?? null,
  list: (value) => value ?? null,
  sortKey: (value) => value ?? null,
  subject: (field): Subject => ({ match: "span", read: storedReader(field), bound }),
}
