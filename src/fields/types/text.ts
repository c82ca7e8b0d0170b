import { textSortKey } from "../../model/index.ts"
import { indexField, type Subject, storedReader } from "../subject.ts"
import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"
import { suggestTexts } from "./suggestions.ts"

/** Type of text and textarea fields. Numbers and booleans become strings. min_value and max_value limit the length. */
export const text = {
  ...baseType,
  suggest: suggestTexts,
  limits: {
    read: (limit) => (/^\d+$/.test(limit) ? Number(limit) : undefined),
    expected: "expected a number of characters",
  },
  parse(input) {
    if (isCleared(input)) return null
    if (typeof input === "string") {
      return input.isWellFormed() ? input : new InvalidValue("contains half of a surrogate pair")
    }
    if (typeof input === "number" || typeof input === "boolean") return String(input)
    return new InvalidValue("expected a string")
  },
  validate(value, { minValue, maxValue }) {
    if (minValue === "" && maxValue === "") return undefined
    const length = [...value].length
    if (minValue !== "" && length < Number(minValue)) return `expected at least ${minValue} characters`
    if (maxValue !== "" && length > Number(maxValue)) return `expected at most ${maxValue} characters`
    return undefined
  },
  details: (value) => value ?? "",
  list: (value) => value ?? "",
  sortKey: (value) => (value === undefined ? null : textSortKey(value)),
  subject: (field): Subject => ({ match: "text", read: storedReader(field), ...indexField(field) }),
} satisfies FieldType<"text" | "textarea">
