import { fitsPattern, nearest, targetNotFound, type UId } from "../../model/index.ts"
import type { FaultMatch, User } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

/** A request or in-process call, as planned faults match it. */
export interface FaultedCall {
  /** Names under which faults may be planned for the call. */
  readonly operations: readonly string[]
  /** The caller; null if there is none or if the token is invalid. */
  readonly uId: UId | null
  /** Path below the world's base URL, without the query. Undefined for in-process calls, which match no path. */
  readonly path?: string | undefined
  /** Query parameters. Undefined for in-process calls, which match no query. */
  readonly query?: Readonly<Record<string, string>> | undefined
  /** JSON body, fields of a form, or input of an in-process call. */
  readonly body?: unknown
}

/** Returns whether a call meets all conditions of a fault. */
export function meetsConditions(view: View, { user, path, query, body }: FaultMatch, call: FaultedCall): boolean {
  if (user !== undefined && !isUser(view, user, call.uId)) return false
  if (path !== undefined && (call.path === undefined || !fitsPattern(call.path, path))) return false
  if (query !== undefined && (call.query === undefined || !contains(call.query, query))) return false
  return body === undefined || contains(call.body, body)
}

function isUser(view: View, reference: string, uId: UId | null): boolean {
  const user = uId === null ? undefined : view.get("users", uId)
  return user !== undefined && isNamed(user, reference)
}

function isNamed({ uId, email, userCode }: User, reference: string): boolean {
  const names = [uId, email, ...(userCode === "" ? [] : [`${email}#${userCode}`])]
  return names.some((name) => name.toLowerCase() === reference.toLowerCase())
}

/** Throws NOT_FOUND if `match.user` names no user of the world, because such a fault would affect no call. */
export function requireMatchedUser(view: View, { user: reference }: FaultMatch): void {
  const users = view.all("users")
  if (reference === undefined || users.some((user) => isNamed(user, reference))) return
  const meant = nearest(
    reference,
    users.flatMap(({ email, isBot }) => (isBot ? [] : [email])),
  )
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`
  throw targetNotFound(`match.user: the world has no user ${JSON.stringify(reference)}${hint}`)
}

/** Returns whether a value equals the expected value. An object may have further members. */
function contains(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false
    return expected.every((element, at) => contains(actual[at], element))
  }
  if (typeof expected !== "object" || expected === null) return actual === expected
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return false
  return Object.entries(expected).every(([name, value]) => contains(memberOf(actual, name), value))
}

/** Returns a member by its name, or by the name in camel case, which in-process callers use. */
function memberOf(value: object, name: string): unknown {
  const members = value as Readonly<Record<string, unknown>>
  if (Object.hasOwn(members, name)) return members[name]
  const inCamelCase = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return Object.hasOwn(members, inCamelCase) ? members[inCamelCase] : undefined
}
