import type * as z from "zod"

type Issue = z.core.$ZodIssue

/** What a schema expects, in words. */
const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
}

/** What zod says where nothing else is said. */
const UNSAID = /^(?:Invalid input|Invalid option|Too (?:small|big)|Unrecognized key)/

/** Why a part of a request does not fit: "expected a string, got null" (errors.md section 3). `input`: the whole that was read. */
export function issueText(issue: Issue, input: unknown): string {
  if (!UNSAID.test(issue.message)) return issue.message
  switch (issue.code) {
    case "invalid_type": {
      const got = gotAt(input, issue.path)
      return `expected ${kindOf(issue.expected)}, got ${issue.expected === "int" && got === "a number" ? "a fraction" : got}`
    }
    case "invalid_value": {
      const got = gotAt(input, issue.path)
      const isOfKind = issue.values.some((value) => got === `a ${typeof value}`)
      return `expected ${oneOf(issue.values)}, got ${isOfKind ? got.replace("a ", "another ") : got}`
    }
    case "invalid_union":
      return `expected ${anyOf(issue.errors)}, got ${gotAt(input, issue.path)}`
    case "too_small":
      return `expected at least ${issue.minimum}${unit(issue.origin)}`
    case "too_big":
      return `expected at most ${issue.maximum}${unit(issue.origin)}`
    default:
      return issue.message
  }
}

const kindOf = (expected: string): string => KINDS[expected] ?? expected

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? JSON.stringify(values[0]) : `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`

/** What the branches of a union ask for at the place itself. */
function anyOf(branches: readonly (readonly Issue[])[]): string {
  const asked = branches.flat().flatMap((issue) => {
    if (issue.path.length > 0) return []
    if (issue.code === "invalid_type") return [kindOf(issue.expected)]
    return issue.code === "invalid_value" ? [oneOf(issue.values)] : []
  })
  return asked.length === 0 ? "something else" : [...new Set(asked)].join(" or ")
}

function unit(origin: string): string {
  if (origin === "string") return " characters"
  return origin === "array" ? " elements" : ""
}

/** What stands at a place, by its kind: a text may be a secret. */
function gotAt(input: unknown, path: readonly PropertyKey[]): string {
  let value = input
  for (const key of path) {
    const isThere = value !== null && typeof value === "object" && Object.hasOwn(value, key)
    value = isThere ? (value as Record<PropertyKey, unknown>)[key] : undefined
  }
  if (value === null) return "null"
  if (Array.isArray(value)) return "an array"
  switch (typeof value) {
    case "undefined":
      return "nothing"
    case "object":
      return "an object"
    case "boolean":
      return String(value)
    default:
      return `a ${typeof value}`
  }
}
