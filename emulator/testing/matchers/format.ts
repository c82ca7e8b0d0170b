import { isWorld } from "../../../src/world/index.ts"

const MAX_LETTERS = 200

export function brief(value: unknown): string {
  const text = format(value, [])
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text
}

/** Whether a value is a plain object. Accepts objects of other realms, because Jest runs tests in separate realms. */
export function isPlain(thing: unknown): thing is object {
  if (typeof thing !== "object" || thing === null || Array.isArray(thing)) return false
  const prototype: unknown = Object.getPrototypeOf(thing)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

export const isThenable = (thing: unknown): thing is PromiseLike<unknown> =>
  typeof thing === "object" && thing !== null && "then" in thing && typeof thing.then === "function"

/** Formats a value like JSON, but also shows values that JSON lacks. `within` lists the enclosing objects, to detect cycles. */
function format(value: unknown, within: readonly unknown[]): string {
  if (typeof value === "string") return JSON.stringify(value)
  if (typeof value === "function") return "a function"
  if (typeof value !== "object" || value === null) return String(value)
  if (within.includes(value)) return "…"
  const inner = [...within, value]
  if (Array.isArray(value)) return `[${value.map((one) => format(one, inner)).join(",")}]`
  if ("asymmetricMatch" in value) return formatAsymmetric(value, inner)
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "an invalid Date" : `the Date ${value.toISOString()}`
  if (value instanceof RegExp || value instanceof Error) return String(value)
  if (isThenable(value)) return "a promise (await it first)"
  if (isWorld(value)) return "a World"
  if (!isPlain(value)) return withArticle(classOf(value))
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}:${format(one, inner)}`)
    .join(",")}}`
}

function formatAsymmetric(matcher: object, within: readonly unknown[]): string {
  const { toAsymmetricMatcher, sample } = matcher as {
    readonly toAsymmetricMatcher?: () => string
    readonly sample?: unknown
  }
  const name = toAsymmetricMatcher?.call(matcher) ?? String(matcher)
  return sample === undefined || name.includes("<") || name.includes(" ") ? name : `${name} ${format(sample, within)}`
}

/** Returns the class name, or "object" if the name is so short that it is probably minified. */
const classOf = (value: object): string => (value.constructor.name.length > 2 ? value.constructor.name : "object")

const withArticle = (name: string): string => `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`
