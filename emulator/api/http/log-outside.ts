import type { Context } from "hono"
import type { Reply } from "../../wire/index.ts"
import { cutPath, type NamedWorld, RequestEntry, type RequestHead } from "../../worlds/index.ts"
import type { AppEnv } from "./app-env.ts"

/** A request that reaches no operation. */
export interface OutsideRequest extends Pick<RequestHead, "method" | "token"> {
  /** Path and query. */
  readonly target: string
}

/** Begins the log entry of a request outside the API. `path` is the path below the base URL, without the query. */
export function beginOutside({ req }: Context<AppEnv>, named: NamedWorld, path: string): RequestEntry {
  const target = path + queryOf(req.url)
  return begin(named, { method: req.method, target, token: req.raw.headers.get("authorization") })
}

/** Logs a request to a path that belongs to no part of the server (control.md section 3, "request-log"). */
export function logOutside(context: Context<AppEnv>, named: NamedWorld, path: string, reply: Reply): void {
  beginOutside(context, named, path).answered(reply, null)
}

/** Logs a request that the rules of control.md section 4 refused. `named` is the world `main`. */
export function logBlocked(named: NamedWorld, request: OutsideRequest, reply: Reply): void {
  begin(named, request, true).answered(reply, null)
}

/** Logs a request like `logBlocked`, for middleware. `path` is the path without the query. */
export function logBlockedIn({ req }: Pick<Context, "req">, named: NamedWorld, path: string, reply: Reply): void {
  const target = path + queryOf(req.url)
  logBlocked(named, { method: req.method, target, token: req.raw.headers.get("authorization") }, reply)
}

const queryOf = (url: string): string => /\?[^#]*/.exec(url)?.[0] ?? ""

/** Matches the part of a URL before the path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

function begin({ log, world }: NamedWorld, request: OutsideRequest, isBlocked = false): RequestEntry {
  const { method, target, token } = request
  const path = target.replace(ORIGIN, "").replace(/#.*$/s, "")
  return new RequestEntry(log, world.now, { method, ...cutPath(path), operation: null, token, isBlocked })
}
