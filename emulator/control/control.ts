import type * as z from "zod"
import { DomainError, invalidParams, noPrivileges, targetNotFound } from "../../src/index.ts"
import { parseJson, requireJsonType } from "../http/body.ts"
import { presentError } from "../http/errors.ts"
import type { Hosts } from "../http/hosts.ts"
import { MAX_JSON_BYTES, MAX_NESTING } from "../http/limits.ts"
import { isReply, jsonReply, type Reply, withHeaders } from "../http/reply.ts"
import type { WireRequest } from "../http/wire-request.ts"
import type { Worlds } from "../worlds.ts"
import { clockRoutes } from "./clock.ts"
import { dataRoutes } from "./data.ts"
import { failureRoutes } from "./failures.ts"
import { faultRoutes } from "./faults.ts"
import { fixtureRoutes } from "./fixtures.ts"
import { mailRoutes } from "./mails.ts"
import { requestRoutes } from "./requests.ts"
import { type BodyLimits, type ControlRoute, NOTHING } from "./route.ts"
import { tokenRoutes } from "./tokens.ts"
import { webhookRoutes } from "./webhooks.ts"
import { worldRoutes } from "./worlds.ts"

export interface ControlParts {
  readonly worlds: Worlds
  readonly hosts: Hosts
}

const USUAL: BodyLimits = { bytes: MAX_JSON_BYTES, nesting: MAX_NESTING }

const PREFIX = "/_hexarium"
const ROUTES: readonly ControlRoute[] = [
  ...worldRoutes,
  ...clockRoutes,
  ...mailRoutes,
  ...requestRoutes,
  ...faultRoutes,
  ...webhookRoutes,
  ...failureRoutes,
  ...tokenRoutes,
  ...fixtureRoutes,
  ...dataRoutes,
]

/** The control plane: everything below /_hexarium (control.md section 3). */
export function makeControl(parts: ControlParts): (request: WireRequest) => Promise<Reply> {
  return async (request) => {
    try {
      guard(request, parts.hosts)
      return await answer(parts, request)
    } catch (error) {
      if (error instanceof DomainError) return presentError(error, null)
      throw error
    }
  }
}

/**
 * What keeps web pages out: a page of another origin can't send the header without a preflight, which is never answered
 * favourably, and a rebound name doesn't pass as this machine's.
 */
function guard({ method, headers }: WireRequest, hosts: Hosts): void {
  if (method === "GET") return
  const origin = headers.get("origin")
  if (origin !== null && !hosts.allowsOrigin(origin))
    throw noPrivileges(`pages of ${origin} may not control the emulator`)
  if (headers.get("x-hexarium") !== "1") throw noPrivileges("requests other than GET need the header X-Hexarium: 1")
}

async function answer({ worlds }: ControlParts, request: WireRequest): Promise<Reply> {
  const matches = ROUTES.flatMap((route) => {
    const params = matchPath(route.path, request.path.slice(PREFIX.length))
    return params === undefined ? [] : [{ route, params }]
  })
  if (matches.length === 0) throw targetNotFound(`no such path: ${request.path}`)
  const method = request.method === "HEAD" ? "GET" : request.method
  const match = matches.find(({ route }) => route.method === method)
  if (match === undefined)
    return wrongMethod(
      request.method,
      matches.map(({ route }) => route.method),
    )

  const { route, params } = match
  const named = params.w === undefined ? worlds.main : worlds.require(params.w)
  const body = method === "GET" ? {} : check((route.body ?? NOTHING)(), await readJson(request, route.limits))
  const result = await route.run({
    worlds,
    named,
    params,
    query: new URLSearchParams(request.search),
    headers: request.headers,
    body: body as never,
    get signal() {
      return request.signal
    },
  })
  return isReply(result) ? result : jsonReply(route.status ?? 200, result ?? null)
}

async function readJson(request: WireRequest, limits: BodyLimits = USUAL): Promise<unknown> {
  const bytes = await request.bytes(limits.bytes)
  if (bytes.length === 0) return {}
  requireJsonType(request.headers.get("content-type"))
  return parseJson(bytes, limits.nesting)
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/")
  const segments = path.split("/")
  if (wanted.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, want] of wanted.entries()) {
    const segment = segments[at] ?? ""
    if (want.startsWith(":")) params[want.slice(1)] = decode(segment)
    else if (want !== segment) return undefined
  }
  return params
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const wrongMethod = (method: string, allowed: readonly string[]): Reply =>
  withHeaders(
    presentError(new DomainError("INVALID_PARAMS", "params", `method ${method} is not allowed here`), {
      errors: { params: { status: 405 } },
    }),
    { allow: allowed.join(", ") },
  )

function check(schema: z.ZodType, input: unknown): unknown {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  )
  throw invalidParams(problems.join("; "))
}
