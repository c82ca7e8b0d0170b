import { foldWidth } from "../../model/index.ts"
import { indexField, type Subject, storedReader } from "../subject.ts"
import { baseType, type FieldType, type FormContext, InvalidValue, isCleared, type ValueLimits } from "./field-type.ts"
import { numInfoForm, numInfoSettings } from "./num-info.ts"
import { suggestNumbers } from "./suggestions.ts"

const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** Maximum absolute value of a number with a fraction. Larger JavaScript numbers have no exact decimal place. */
const MAX_FRACTIONAL = 1e15

export function plainDigits(value: number): string {
  const text = String(value)
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (parts === null) return text
  const [, sign = "", head = "", tail = "", power = "0"] = parts
  const shift = Number(power)
  if (shift < 0) return `${sign}0.${"0".repeat(-shift - 1)}${head}${tail}`
  return `${sign}${head}${tail.padEnd(shift, "0")}`
}

export const listNumber = (value: number | undefined, { numbers }: FormContext): string | number | null =>
  value === undefined ? null : numbers === "number" ? value : plainDigits(value)

export const numberLimits: ValueLimits = {
  read: (limit) => (limit.trim() !== "" && Number.isFinite(Number(limit)) ? Number(limit) : undefined),
  expected: "expected a number",
}

export const number: FieldType<"number"> = {
  ...baseType,
  suggest: suggestNumbers,
  limits: numberLimits,
  parse(input) {
    if (isCleared(input)) return null
    const given = typeof input === "string" ? foldWidth(input) : input
    const value =
      typeof given === "string" && NUMERIC.test(given) ? Number(given) : typeof given === "number" ? given : Number.NaN
    // Adding 0 turns -0 into 0. `JSON.stringify` writes -0 as 0, which would change the value of a saved world.
    return Number.isFinite(value) ? value + 0 : new InvalidValue("expected a number")
  },
  validate(value, { minValue, maxValue }) {
    const most = Number.isInteger(value) ? Number.MAX_SAFE_INTEGER : MAX_FRACTIONAL
    if (Math.abs(value) > most) return "number is too large"
    if (minValue !== "" && value < Number(minValue)) return `expected at least ${minValue}`
    if (maxValue !== "" && value > Number(maxValue)) return `expected at most ${maxValue}`
    return undefined
  },
  details: (value) => value ?? null,
  list: (value, _field, context) => listNumber(value, context),
  sortKey: (value) => value ?? null,
  subject: (field): Subject => ({ match: "number", read: storedReader(field), ...indexField(field) }),
  settings: numInfoSettings,
  fixture: numInfoForm,
}
