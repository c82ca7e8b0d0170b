import fc from "fast-check"
import type { DataType } from "../../../../src/model/records/index.ts"
import { limitMs } from "../model/dates.ts"
import type { KitDatastore, KitField, KitSchema } from "../schema.ts"

const DAY = 86_400_000
const NINE_HOURS = 32_400_000
const CALENDAR_START = Date.parse("2020-01-01T00:00:00Z")

const WORDS = ["alpha", "Beta", "gamma delta", "Ünïcode 項目", "0", "x".repeat(40), 'a,b;"c"', "<b>bold</b>"]

const instant = () => fc.integer({ min: 0, max: 2000 }).map((day) => CALENDAR_START + day * DAY)

const limits = (field: KitField, from: number, to: number) => {
  const high = field.maxValue === "" ? to : Number(field.maxValue)
  const min = field.minValue === "" ? Math.min(from, high) : Number(field.minValue)
  const max = field.maxValue === "" ? Math.max(to, min) : high
  return { min, max }
}

function text(field: KitField): fc.Arbitrary<string> {
  const { min, max } = limits(field, 1, 60)
  return fc.constantFrom(...WORDS).map((word) => word.padEnd(min, "_").slice(0, Math.max(max, 1)))
}

const wholeUpTo = (field: KitField, far: number): fc.Arbitrary<number> => {
  const { min, max } = limits(field, -far, far)
  const [least, most] = [Math.ceil(min), Math.floor(max)]
  return least > most ? fc.constant(min) : fc.integer({ min: least, max: most })
}

/** Numbers up to 1,000, and now and then up to a million, for rules that only large numbers break. */
const number = (field: KitField): fc.Arbitrary<number> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 7, arbitrary: wholeUpTo(field, 1000) },
    { weight: 1, arbitrary: wholeUpTo(field, 1_000_000) },
  )

const inLimits = (field: KitField) => (ms: number) => {
  const low = field.minValue === "" ? ms : Math.max(ms, limitMs(field.minValue))
  return field.maxValue === "" ? low : Math.min(low, limitMs(field.maxValue))
}

/** Returns the texts that mean an instant: ISO 8601, and shorter forms if nothing is lost. */
function dateForms(ms: number): readonly string[] {
  const iso = new Date(ms).toISOString()
  const [day = "", time = ""] = [iso.slice(0, 10), iso.slice(11, 19)]
  const slashes = day.replaceAll("-", "/")
  if (ms % DAY === 0) return [iso, day, slashes, `${slashes} 00:00`]
  return ms % 1000 === 0 ? [iso, `${slashes} ${time}`] : [iso]
}

const READ_ONLY: ReadonlySet<DataType> = new Set(["calc", "autonum", "file", "status"] as const)

export const isWritable = (field: KitField): boolean => !READ_ONLY.has(field.dataType) && !field.hideFromApi

/** Generates a valid value in one of its input forms (model.md section 5.2). Returns null if a write can't set the field. */
export function validValue(schema: KitSchema, field: KitField): fc.Arbitrary<unknown> | null {
  const options = field.options.filter((option) => option.enabled).map((option) => option.displayId)
  const users = schema.users.map((user) => user.uId)
  switch (field.dataType) {
    case "text":
    case "textarea":
      return text(field)
    case "number":
      return fc.oneof(number(field), number(field).map(String))
    case "datetime":
      return fc
        .tuple(instant(), fc.constantFrom(0, NINE_HOURS))
        .map(([ms, time]) => inLimits(field)(ms + time))
        .chain((ms) => fc.constantFrom(...dateForms(ms)))
    case "date":
      return instant()
        .map(inLimits(field))
        .chain((ms) => fc.constantFrom(...dateForms(ms)))
    case "time":
      return fc
        .tuple(fc.nat(23), fc.nat(59))
        .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"))
    case "select":
    case "radio":
      return options.length === 0 ? null : fc.constantFrom(...options)
    case "checkbox":
      return options.length === 0 ? null : fc.uniqueArray(fc.constantFrom(...options), { maxLength: 3 })
    case "users":
      return fc.uniqueArray(fc.constantFrom(...users), { maxLength: field.singleSelect ? 1 : 3 })
    case "dslookup":
      return field.lookup === null ? null : fc.record({ $item: fc.constant(field.lookup.datastore), nth: fc.nat(20) })
    case "calc":
    case "autonum":
    case "file":
    case "status":
    case "label":
    case "separator":
      return null
  }
}

function invalidValues(field: KitField): Readonly<Record<string, unknown>> {
  switch (field.dataType) {
    case "text":
    case "textarea":
      return invalidTexts(field)
    case "number":
      return invalidNumbers(field)
    case "datetime":
    case "date":
      return { "not a date": "2024-13-45", "a day that does not exist": "2024/02/30" }
    case "time":
      return { "not a time": "25:61" }
    case "select":
    case "radio":
      return invalidOptions(field)
    case "checkbox":
      return Object.fromEntries(Object.entries(invalidOptions(field)).map(([way, option]) => [way, [option]]))
    case "users":
      return { "unknown user": ["ffffffffffffffffffffffff"] }
    case "dslookup":
      return { "unknown lookup target": "ffffffffffffffffffffffff" }
    case "label":
    case "separator":
      return { "a value for a field that has no values": "x" }
    case "calc":
    case "autonum":
    case "file":
    case "status":
      return {}
  }
}

function invalidTexts({ minValue, maxValue }: KitField): Record<string, unknown> {
  const ways: Record<string, unknown> = {}
  if (maxValue !== "") ways["too long"] = "x".repeat(Number(maxValue) + 1)
  if (Number(minValue) > 1) ways["too short"] = "x"
  return ways
}

function invalidNumbers({ minValue, maxValue }: KitField): Record<string, unknown> {
  const ways: Record<string, unknown> = { "not a number": "twelve" }
  if (minValue !== "") ways["below the minimum"] = Number(minValue) - 1
  if (maxValue !== "") ways["above the maximum"] = Number(maxValue) + 1
  return ways
}

function invalidOptions({ options }: KitField): Record<string, unknown> {
  if (options.length === 0) return {}
  const ways: Record<string, unknown> = { "unknown option": "no-such-option" }
  const disabled = options.find((option) => !option.enabled)?.displayId
  if (disabled !== undefined) ways["disabled option"] = disabled
  return ways
}

export const writableFields = (schema: KitSchema, datastore: KitDatastore): KitField[] =>
  datastore.fields.filter((field) => isWritable(field) && validValue(schema, field) !== null)

/** Generates valid values for some of the writable fields, always for those in `required`. Values may contain item references. */
export function validItem(
  schema: KitSchema,
  datastore: KitDatastore,
  required: readonly string[] = [],
): fc.Arbitrary<Record<string, unknown>> {
  const shape: Record<string, fc.Arbitrary<unknown>> = {}
  for (const field of writableFields(schema, datastore)) {
    const value = validValue(schema, field)
    if (value === null) continue
    const orNull = fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    shape[field.displayId] = required.includes(field.displayId) ? value : orNull
  }
  return fc.record(shape, { requiredKeys: required.filter((key) => key in shape) })
}

/** Field values for one item, with exactly one invalid value. */
export interface InvalidItem {
  /** Field values by display ID. */
  readonly item: Record<string, unknown>
  /** Display ID of the invalid field. */
  readonly field: string
  /** Why the value is invalid, e.g. "too long". */
  readonly way: string
}

interface InvalidValue {
  readonly field: string
  readonly way: string
  readonly value: unknown
}

export const invalidValuesOf = ({ fields }: KitDatastore): readonly InvalidValue[] =>
  fields
    .filter(isWritable)
    .flatMap((field) =>
      Object.entries(invalidValues(field)).map(([way, value]) => ({ field: field.displayId, way, value })),
    )

/** Generates items in which one value is replaced by an invalid value from `ways`. */
export const itemWithInvalid = (
  items: fc.Arbitrary<Record<string, unknown>>,
  ways: readonly InvalidValue[],
): fc.Arbitrary<InvalidItem> =>
  fc
    .tuple(items, fc.constantFrom(...ways))
    .map(([item, { field, way, value }]) => ({ item: { ...item, [field]: value }, field, way }))

/** Generates items with one invalid value. Returns null if no field of the datastore can have an invalid value. */
export function invalidItem(schema: KitSchema, datastore: KitDatastore): fc.Arbitrary<InvalidItem> | null {
  const ways = invalidValuesOf(datastore)
  return ways.length === 0 ? null : itemWithInvalid(validItem(schema, datastore), ways)
}
