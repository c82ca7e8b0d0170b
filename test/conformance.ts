import { errorShapes } from "../emulator/api/contract/error-shapes.ts"
import {
  type AnswerOf,
  failuresOf,
  type OperationName,
  type OperationTable,
  type Row,
  routesOf,
  rows,
  table,
} from "../emulator/api/index.ts"
import { type App, createApp } from "../emulator/index.ts"
import { isWorld, type World } from "../src/world/index.ts"

/**
 * A request of a test. A `body` that is a string or bytes is sent unchanged, with the `content-type` in `headers`. Any other body is sent
 * as JSON.
 */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  /** Text parts, and files as `File`. */
  readonly form?: Readonly<Record<string, string | File>>
  readonly headers?: Readonly<Record<string, string>>
  /** Index of the operation's route. 0 is the main route; aliases follow. */
  readonly route?: number
}

export interface Answered<B> {
  readonly status: number
  /** The JSON body, typed for a successful response (compare an error body as a whole), or the bytes of a response that is not JSON. */
  readonly body: B
  readonly headers: Headers
}

export type ApiClient = {
  readonly [N in OperationName]: (sent?: Sent) => Promise<Answered<AnswerOf<OperationTable[N]>>>
}

/**
 * The API for tests, over HTTP semantics without a socket: `const { status, body } = await api.createItem({ params, body })`.
 * Every answer, good or bad, is checked against the operation's row; one that the contract does not know throws.
 *
 * ```ts
 * const api = apiClient(world, "ada-token")
 * const { status, body } = await api.getItemDetails({ params: { "app-id": "CRM", "datastore-id": "DEALS", "item-id": iId } })
 * ```
 *
 * Pass an app to share one between clients; without a token the request has no Authorization header.
 */
export function apiClient(target: App | World, token?: string): ApiClient {
  const app = isWorld(target) ? createApp({ world: target }) : target
  return Object.fromEntries(rows.map(([name]) => [name, (sent?: Sent) => send(app, name, token, sent)])) as never
}

/** Sends a request and checks the response. */
async function send(app: App, name: OperationName, token: string | undefined, sent: Sent = {}) {
  const response = await app.fetch(makeRequest(name, token, sent))
  const answered = await read(response)
  const problem = drift(name, answered)
  if (problem !== null) {
    throw new Error(`${name}: ${problem}\n${response.status} ${JSON.stringify(answered.body)?.slice(0, 2000)}`)
  }
  return answered
}

/** Creates the request that calls an operation. */
export function makeRequest(name: OperationName, token: string | undefined, sent: Sent = {}): Request {
  const route = routesOf(table[name])[sent.route ?? 0]
  if (route === undefined) throw new Error(`${name} has no route ${sent.route}`)
  const path = route.path.replaceAll(/:([^/]+)/g, (_, parameter: string) => {
    const value = sent.params?.[parameter]
    if (value === undefined) throw new Error(`${name} needs the path parameter ${parameter}`)
    return encodeURIComponent(value)
  })
  const url = new URL(`http://hexarium/api/v0${path}`)
  for (const [key, value] of Object.entries(sent.query ?? {})) url.searchParams.append(key, String(value))
  const headers = new Headers(sent.headers)
  if (token !== undefined && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`)
  return new Request(url, { method: route.method.toUpperCase(), headers, body: encode(sent, headers) })
}

function encode(sent: Sent, headers: Headers): string | Uint8Array<ArrayBuffer> | FormData | null {
  if (sent.form !== undefined) {
    const form = new FormData()
    for (const [part, value] of Object.entries(sent.form)) form.append(part, value)
    return form
  }
  if (sent.body === undefined) return null
  if (typeof sent.body === "string" || sent.body instanceof Uint8Array)
    return sent.body as string | Uint8Array<ArrayBuffer>
  if (!headers.has("content-type")) headers.set("content-type", "application/json")
  return JSON.stringify(sent.body)
}

async function read(response: Response): Promise<Answered<never>> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false
  const body: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : bytes
  return { status: response.status, body: body as never, headers: response.headers }
}

/** Returns how a response violates the operation's row, or null. */
export function drift(name: OperationName, { status, body, headers }: Answered<unknown>): string | null {
  const row: Row = table[name]
  if (status >= 400) return errorDrift(row, status, body)
  if (status === 302) return redirectDrift(row, headers)
  if (status !== 200) return `unexpected status ${status}`
  if (typeof row.answer === "function") return jsonDrift(row.answer, body)
  switch (row.answer.kind) {
    case "redirect":
      return jsonDrift(row.answer.json, body)
    case "csv":
      return headers.get("content-type")?.startsWith("text/csv") ? null : jsonDrift(row.answer.json, body)
    case "bytes":
      return bytesDrift(row.answer.contentType, headers)
    case "passthrough":
      return null
  }
}

function jsonDrift(schema: () => { safeParse(input: unknown): { error?: { message: string } } }, body: unknown) {
  if (body instanceof Uint8Array) return "expected JSON"
  const { error } = schema().safeParse(body)
  return error === undefined ? null : `the answer is not as the row says: ${error.message}`
}

function errorDrift(row: Row, status: number, body: unknown): string | null {
  if (typeof row.answer !== "function" && row.answer.kind === "passthrough") return null
  const shapes = failuresOf(row).get(status)
  if (shapes === undefined) return `the operation fails with ${[...failuresOf(row).keys()].join(", ")}, not ${status}`
  if ([...shapes].some((shape) => jsonDrift(errorShapes[shape], body) === null)) return null
  return `the error body is none of ${[...shapes].join(", ")}`
}

function redirectDrift(row: Row, headers: Headers): string | null {
  if (typeof row.answer === "function" || row.answer.kind !== "redirect") return "unexpected redirect"
  return headers.has("location") ? null : "a redirect without Location"
}

function bytesDrift(expected: string, headers: Headers): string | null {
  const type = headers.get("content-type") ?? ""
  const [family, kind] = expected.split("/")
  const fits = expected === "*/*" || (kind === "*" ? type.startsWith(`${family}/`) : type.startsWith(expected))
  return fits ? null : `content type ${type}, expected ${expected}`
}
