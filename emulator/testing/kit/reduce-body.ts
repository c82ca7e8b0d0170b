import { isCallReference } from "./calls.ts"

type Json = unknown

/** Display IDs, by the internal IDs that they can replace. */
export type ShortNames = ReadonlyMap<string, string>

/** Smaller forms of a JSON value, the smallest first. Every form is strictly smaller, so that repeated reduction ends. */
export function* reductions(value: Json, names: ShortNames): Generator<Json> {
  if (typeof value === "string") yield* shorterTexts(value, names)
  else if (typeof value === "number") yield* smallerNumbers(value)
  else if (value === true) yield false
  else if (Array.isArray(value)) yield* fewerElements(value, names)
  else if (isCallReference(value)) yield ""
  else if (typeof value === "object" && value !== null)
    yield* fewerProperties(value as Readonly<Record<string, Json>>, names)
}

const INSTANT = /^\d{4}-\d\d-\d\dT/
const DATE_LENGTH = 10

function* shorterTexts(text: string, names: ShortNames): Generator<string> {
  const lengths = [0, 1, text.length >> 1, ...(INSTANT.test(text) ? [DATE_LENGTH] : [])]
  for (const length of lengths) if (length < text.length) yield text.slice(0, length)
  const name = shorterName(text, names)
  if (name !== undefined) yield name
}

function shorterName(text: string, names: ShortNames): string | undefined {
  const name = names.get(text)
  return name !== undefined && name.length < text.length ? name : undefined
}

function* smallerNumbers(value: number): Generator<number> {
  const sign = Math.sign(value)
  for (const smaller of [0, sign, sign * Math.floor(Math.abs(value) / 2)]) {
    if (Math.abs(smaller) < Math.abs(value)) yield smaller
  }
}

function* fewerElements(list: readonly Json[], names: ShortNames): Generator<readonly Json[]> {
  if (list.length > 1) yield []
  for (const at of list.keys()) yield list.toSpliced(at, 1)
  for (const [at, one] of list.entries()) for (const smaller of reductions(one, names)) yield list.with(at, smaller)
}

function* fewerProperties(
  object: Readonly<Record<string, Json>>,
  names: ShortNames,
): Generator<Readonly<Record<string, Json>>> {
  const keys = Object.keys(object)
  for (const key of keys) yield Object.fromEntries(Object.entries(object).filter(([other]) => other !== key))
  for (const key of keys) {
    const name = shorterName(key, names)
    if (name === undefined || name in object) continue
    yield Object.fromEntries(Object.entries(object).map(([other, one]) => [other === key ? name : other, one]))
  }
  for (const key of keys) for (const smaller of reductions(object[key], names)) yield { ...object, [key]: smaller }
}
