import { isCallReference } from "./calls.ts"

type Json = unknown

/** Smaller forms of a JSON value, the smallest first. Every form is strictly smaller, so that repeated reduction ends. */
export function* reductions(value: Json): Generator<Json> {
  if (typeof value === "string") yield* shorterTexts(value)
  else if (typeof value === "number") yield* smallerNumbers(value)
  else if (value === true) yield false
  else if (Array.isArray(value)) yield* fewerElements(value)
  else if (isCallReference(value)) yield ""
  else if (typeof value === "object" && value !== null) yield* fewerProperties(value as Readonly<Record<string, Json>>)
}

function* shorterTexts(text: string): Generator<string> {
  for (const length of [0, 1, text.length >> 1]) if (length < text.length) yield text.slice(0, length)
}

function* smallerNumbers(value: number): Generator<number> {
  const sign = Math.sign(value)
  for (const smaller of [0, sign, sign * Math.floor(Math.abs(value) / 2)]) {
    if (Math.abs(smaller) < Math.abs(value)) yield smaller
  }
}

function* fewerElements(list: readonly Json[]): Generator<readonly Json[]> {
  if (list.length > 1) yield []
  for (const at of list.keys()) yield list.toSpliced(at, 1)
  for (const [at, one] of list.entries()) for (const smaller of reductions(one)) yield list.with(at, smaller)
}

function* fewerProperties(object: Readonly<Record<string, Json>>): Generator<Readonly<Record<string, Json>>> {
  const keys = Object.keys(object)
  for (const key of keys) yield Object.fromEntries(Object.entries(object).filter(([other]) => other !== key))
  for (const key of keys) for (const smaller of reductions(object[key])) yield { ...object, [key]: smaller }
}
