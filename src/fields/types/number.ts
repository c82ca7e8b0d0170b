import { indexed, type Subject, storedReader } from "../subject.ts"
import { baseKind, type FormContext, isCleared, type Kind, Unfit, type ValueLimits } from "./field-type.ts"
import { numInfoForm, numInfoSettings } from "./num-info.ts"

const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** The decimal digits of a number, without an exponent. */
export function plainDigits(value: number): string {
  const text = String(value)
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (parts === null) return text
  const [, sign = "", head = "", tail = "", power = "0"] = parts
  const shift = Number(power)
  if (shift < 0) return `${sign}0.${"0".repeat(-shift - 1)}${head}${tail}`
  return `${sign}${head}${tail.padEnd(shift, "0")}`
}

/** Forms L and K of number and calc. */
export const listNumber = (value: number | undefined, { numbers }: FormContext): string | number | null =>
  value === undefined ? null : numbers === "number" ? value : plainDigits(value)

export const numberLimits: ValueLimits = {
  read: (limit) => (limit.trim() !== "" && Number.isFinite(Number(limit)) ? Number(limit) : undefined),
  expected: "expected a number",
}

export const number: Kind<"number"> = {
  ...baseKind,
  limits: numberLimits,
  parse(input) {
    if (isCleared(input)) return null
    const value =
      typeof input === "string" && NUMERIC.test(input) ? Number(input) : typeof input === "number" ? input : Number.NaN
    // Adding 0 turns -0 into 0: a value must survive its own JSON.
    return Number.isFinite(value) ? value + 0 : new Unfit("expected a number")
  },
  validate(value, { minValue, maxValue }) {
    if (minValue !== "" && value < Number(minValue)) return `less than ${minValue}`
    if (maxValue !== "" && value > Number(maxValue)) return `greater than ${maxValue}`
    return undefined
  },
  details: (value) => value ?? null,
  list: (value, _field, context) => listNumber(value, context),
  sortKey: (value) => value ?? null,
  subject: (field): Subject => ({ match: "number", read: storedReader(field), ...indexed(field) }),
  settings: numInfoSettings,
  fixture: numInfoForm,
}
