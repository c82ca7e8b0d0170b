import type { ControlRoutes } from "../../emulator/control/index.ts"
import { languageOfNames } from "../language.ts"
import { READS_OF_VERSIONS, versionOf } from "../shown-version.ts"

/** Error of a request to the control plane. `status` is the response's status, or 0 if there was no response. */
export class ControlError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, message: string, body: unknown) {
    super(message)
    this.name = "ControlError"
    this.status = status
    this.body = body
  }
}

export type Route = keyof ControlRoutes
export type AnswerTo<R extends Route> = ControlRoutes[R]["answer"]

type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T }

type Input<R extends Route> = Part<"params", ControlRoutes[R]["params"]> &
  Part<"query", ControlRoutes[R]["query"]> &
  Part<"body", ControlRoutes[R]["body"]> & { readonly signal?: AbortSignal }

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** The header `x-hexarium-observe` keeps the dashboard's reads out of the request log (control.md section 3). */
const HEADERS = { "x-hexarium": "1", "x-hexarium-observe": "1" }

/** Calls a route of the control plane and returns the response's body. Example: `ask("GET /worlds/:w", { params: { w: "main" } })`. */
export async function ask<R extends Route>(route: R, input: Input<R>): Promise<AnswerTo<R>> {
  return (await askPage(route, input)).answer
}

/** Calls a route like `ask`. Also returns whether the list in the response has further pages (control.md section 3, "lists"). */
export async function askPage<R extends Route>(
  route: R,
  input: Input<R>,
): Promise<{ readonly answer: AnswerTo<R>; readonly goesOn: boolean }> {
  const { body, signal }: AnyInput = input
  const { method, url } = requestOf(route, input)
  const response = await fetch(url, {
    method,
    headers: body === undefined ? HEADERS : { ...HEADERS, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ControlError(0, "", null)
  })
  const answer = await response.json().catch(() => null)
  if (!response.ok) throw new ControlError(response.status, reasonIn(answer) ?? response.statusText, answer)
  return { answer, goesOn: response.headers.has("link") }
}

/** Writes to the present that are made from a page about the past. */
const WRITES_FROM_PAST = /\/(?:rewind|tokens|snapshots\/.*)$/

/**
 * Names a world as the shown version does. While the page shows the past, reads answer for it, and other writes name it, too, so that the
 * server refuses them.
 */
function nameAtVersion(route: Route, world: string): string {
  const version = versionOf(world)
  const isOfPast = route.startsWith("GET ") ? READS_OF_VERSIONS.has(route) : !WRITES_FROM_PAST.test(route)
  return version !== undefined && isOfPast ? `${world}@${version}` : world
}

function requestOf(route: Route, { params, query }: AnyInput): { readonly method: string; readonly url: string } {
  const [method = "", path = ""] = route.split(" ")
  const filled = path.replaceAll(/:([\w-]+)/g, (_, name: string) => {
    const value = params?.[name] ?? ""
    return encodeURIComponent(name === "w" ? nameAtVersion(route, value) : value)
  })
  const asked = new URLSearchParams(method === "GET" ? { lang: languageOfNames() } : {})
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== "") asked.set(name, String(value))
  }
  return { method, url: `/_hexarium${filled}${asked.size === 0 ? "" : `?${asked}`}` }
}

function reasonIn(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return undefined
  return typeof answer.error === "string" ? answer.error : undefined
}
