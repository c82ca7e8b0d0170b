import { defined, inspect, invalidParams, requireOptions } from "../../model/index.ts"
import type { Fault } from "../../model/records/index.ts"
import type { FaultSettings } from "./faults.ts"

const MAX_DELAY_MS = 600_000
/** Longest interval of a rate limit: one day. */
const MAX_PER_MS = 86_400_000
/** Maximum number of headers of a fault. */
export const MAX_HEADERS = 50

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/
const HEADER_VALUE = /^[\t\x20-\x7e]{0,1000}$/
/** Headers that the server sets itself. Other values would break the connection. */
const OWN_HEADERS = ["connection", "content-length", "transfer-encoding", "upgrade", "keep-alive", "trailer"]

/** Names of the properties of the options that are objects. */
export const CONDITION_NAMES = {
  match: { user: true, path: true, query: true, body: true },
  rateLimit: { requests: true, perMs: true, byUser: true },
} as const

/** Returns the mistake in a header of a fault; undefined if there is none. */
export function headerMistake(name: string, value: unknown): string | undefined {
  if (!HEADER_NAME.test(name)) return "expected a header name such as Retry-After"
  if (OWN_HEADERS.includes(name.toLowerCase())) return "the server sets this header itself; omit it"
  if (typeof value !== "string" || !HEADER_VALUE.test(value)) {
    return "expected a string of at most 1000 printable ASCII characters"
  }
  return undefined
}

/** Checks the conditions and the additional effects of a fault, and returns those that are given. */
export function conditionsOf(
  settings: FaultSettings,
): Pick<Fault, "match" | "nth" | "probability" | "headers" | "jitterMs" | "rateLimit"> {
  const { match, nth, probability, headers, jitterMs, rateLimit } = settings
  if (match !== undefined) requireMatch(match)
  if (nth !== undefined) requireWhole("nth", nth, Number.MAX_SAFE_INTEGER)
  if (probability !== undefined && !(probability >= 0 && probability <= 1)) {
    throw invalidParams(`probability: expected a number from 0 to 1, received ${inspect(probability)}`)
  }
  if (jitterMs !== undefined && !(jitterMs >= 0 && jitterMs <= MAX_DELAY_MS)) {
    throw invalidParams(`jitterMs: expected 0 to ${MAX_DELAY_MS} milliseconds, received ${inspect(jitterMs)}`)
  }
  if (headers !== undefined) requireHeaders(headers)
  if (rateLimit === undefined) return defined({ match, nth, probability, headers, jitterMs })
  requireOptions("faults.plan rateLimit", rateLimit, CONDITION_NAMES.rateLimit)
  const { requests, perMs, byUser = false } = rateLimit
  requireWhole("rateLimit.requests", requests, Number.MAX_SAFE_INTEGER)
  requireWhole("rateLimit.perMs", perMs, MAX_PER_MS)
  return { ...defined({ match, nth, probability, headers, jitterMs }), rateLimit: { requests, perMs, byUser } }
}

function requireMatch(match: NonNullable<FaultSettings["match"]>): void {
  requireOptions("faults.plan match", match, CONDITION_NAMES.match)
  for (const name of ["user", "path"] as const) {
    const given: unknown = match[name]
    if (given !== undefined && (typeof given !== "string" || given === ""))
      throw invalidParams(`match.${name}: expected a non-empty string, received ${inspect(given)}`)
  }
  for (const name of ["query", "body"] as const) {
    const given: unknown = match[name]
    if (given !== undefined && (typeof given !== "object" || given === null || Array.isArray(given)))
      throw invalidParams(`match.${name}: expected an object, received ${inspect(given)}`)
  }
}

function requireHeaders(headers: Readonly<Record<string, string>>): void {
  const all = Object.entries(headers)
  if (all.length > MAX_HEADERS) throw invalidParams(`headers: expected at most ${MAX_HEADERS} headers`)
  for (const [name, value] of all) {
    const mistake = headerMistake(name, value)
    if (mistake !== undefined) throw invalidParams(`headers.${name}: ${mistake}, received ${inspect(value)}`)
  }
}

function requireWhole(name: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return
  throw invalidParams(`${name}: expected a whole number from 1 to ${most}, received ${inspect(value)}`)
}
