import type * as z from "zod"
import { objectKind } from "./schemas.ts"

type Issue = z.core.$ZodIssue

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
}

/** Matches zod's default messages, which `issueText` replaces. */
const DEFAULT_MESSAGE = /^(?:Invalid input|Invalid option|Too (?:small|big)|Unrecognized key)/

/** Returns an issue's reason, e.g. "expected a string, got null" (errors.md section 3). `input` is the whole parsed input. */
export function issueText(issue: Issue, input: unknown): string {
  if (!DEFAULT_MESSAGE.test(issue.message)) return issue.message
  switch (issue.code) {
    case "invalid_type": {
      const got = gotAt(input, issue.path)
      return `expected ${typeName(issue.expected)}, got ${issue.expected === "int" && got === "a number" ? "a fraction" : got}`
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

export const typeName = (expected: string): string => TYPE_NAMES[expected] ?? expected

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? JSON.stringify(values[0]) : `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`

/** Lists the types and values that a union's branches accept. Ignores issues of nested properties. */
function anyOf(branches: readonly (readonly Issue[])[]): string {
  const asked = branches.flat().flatMap((issue) => {
    if (issue.path.length > 0) return []
    if (issue.code === "invalid_type") return [typeName(issue.expected)]
    return issue.code === "invalid_value" ? [oneOf(issue.values)] : []
  })
  return asked.length === 0 ? "something else" : [...new Set(asked)].join(" or ")
}

function unit(origin: string): string {
  if (origin === "string") return " characters"
  return origin === "array" ? " elements" : ""
}

export function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document
  for (const key of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

/** Returns the type of the value at `path` for a message. Never returns a string's content, because it may be secret. */
function gotAt(input: unknown, path: readonly PropertyKey[]): string {
  const value = valueAt(input, path)
  if (value === null) return "null"
  switch (typeof value) {
    case "undefined":
      return "nothing"
    case "object":
      return objectKind(value)
    case "boolean":
      return String(value)
    case "number":
      return Number.isFinite(value) ? "a number" : String(value)
    default:
      return `a ${typeof value}`
  }
}
