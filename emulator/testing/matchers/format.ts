const MOST_LETTERS = 200

/** A value in one short line. */
export function brief(value: unknown): string {
  const text = tell(value, [])
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text
}

/** An object that is nothing but its members; of another realm, too, as Jest has several. */
export function isPlain(thing: unknown): thing is object {
  if (typeof thing !== "object" || thing === null || Array.isArray(thing)) return false
  const prototype: unknown = Object.getPrototypeOf(thing)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** What can be awaited. */
export const isThenable = (thing: unknown): thing is PromiseLike<unknown> =>
  typeof thing === "object" && thing !== null && "then" in thing && typeof thing.then === "function"

/** As JSON, with what JSON has no words for; `within` are the objects that it stands in. */
function tell(value: unknown, within: readonly unknown[]): string {
  if (typeof value === "string") return JSON.stringify(value)
  if (typeof value === "function") return "a function"
  if (typeof value !== "object" || value === null) return String(value)
  if (within.includes(value)) return "…"
  const inner = [...within, value]
  if (Array.isArray(value)) return `[${value.map((one) => tell(one, inner)).join(",")}]`
  if ("asymmetricMatch" in value) return tellAsymmetric(value, inner)
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "an invalid Date" : `the Date ${value.toISOString()}`
  if (value instanceof RegExp || value instanceof Error) return String(value)
  if (isThenable(value)) return "a promise (await it first)"
  if (!isPlain(value)) return withArticle(classOf(value))
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}:${tell(one, inner)}`)
    .join(",")}}`
}

/** As the runner's own messages have it: `StringContaining "x"`. */
function tellAsymmetric(matcher: object, within: readonly unknown[]): string {
  const { toAsymmetricMatcher, sample } = matcher as {
    readonly toAsymmetricMatcher?: () => string
    readonly sample?: unknown
  }
  const name = toAsymmetricMatcher?.call(matcher) ?? String(matcher)
  return sample === undefined || name.includes("<") || name.includes(" ") ? name : `${name} ${tell(sample, within)}`
}

/** Of a class of ours not more than a letter or two is left, which says nothing. */
const classOf = (value: object): string => (value.constructor.name.length > 2 ? value.constructor.name : "object")

const withArticle = (name: string): string => `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`
