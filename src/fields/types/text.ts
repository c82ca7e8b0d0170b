import { indexed, type Subject, storedReader } from "../subject.ts"
import { baseKind, isCleared, type Kind, Unfit } from "./field-type.ts"

/** text and textarea: numbers and booleans are stringified; min_value and max_value limit the length. */
export const text = {
  ...baseKind,
  limits: {
    read: (limit) => (/^\d+$/.test(limit) ? Number(limit) : undefined),
    expected: "expected a number of characters",
  },
  parse(input) {
    if (isCleared(input)) return null
    if (typeof input === "string") return input
    if (typeof input === "number" || typeof input === "boolean") return String(input)
    return new Unfit("expected a text")
  },
  validate(value, { minValue, maxValue }) {
    if (minValue === "" && maxValue === "") return undefined
    const length = [...value].length
    if (minValue !== "" && length < Number(minValue)) return `shorter than ${minValue} characters`
    if (maxValue !== "" && length > Number(maxValue)) return `longer than ${maxValue} characters`
    return undefined
  },
  details: (value) => value ?? "",
  list: (value) => value ?? "",
  sortKey: (value) => value?.toLowerCase() ?? null,
  subject: (field): Subject => ({ match: "text", read: storedReader(field), ...indexed(field) }),
} satisfies Kind<"text" | "textarea">
