import type { WorldTypes } from "../../src/world/index.ts"
import type { OperationName, WireFacts } from "../api/index.ts"
import { ApiError } from "./api-error.ts"
import type { ClientIn } from "./client-in.ts"
import { type ClientOptions, type DryRunOptions, requireClientOptions } from "./client-options.ts"
import { decodeEscapes, readAny, send } from "./connection.ts"
import type { DryRunClient } from "./dry-run-client.ts"
import type { Bytes, Client } from "./operations.ts"
import { routes } from "./routes.ts"

export type { OperationName } from "../api/index.ts"
export { ApiError } from "./api-error.ts"
export type { ClientIn, ClientOf } from "./client-in.ts"
export type { ClientOptions, DryRunOptions } from "./client-options.ts"
export type { Connection } from "./connection.ts"
export type { DryRunClient, DryRunResponse } from "./dry-run-client.ts"
export type { Bytes, Client, InputOf, ResultOf } from "./operations.ts"
export type { WireClient } from "./requests.ts"

/**
 * Creates a client for a server or for an app in this process. With `createClient<Shop>`, writes of items are typed by
 * the schema from `hexarium types`.
 *
 * @example
 * ```ts
 * import { createClient } from "hexarium/client"
 *
 * const client = createClient({ baseUrl: "http://127.0.0.1:7575" })
 * const { token } = await client.login({ body: { email: "ada@acme.test", password: "secret" } })
 * const ada = client.with({ token })
 * const deals = { "app-id": "CRM", "datastore-id": "Deals" }
 * const { item_id } = await ada.createItem({ params: deals, body: { item: { Title: "First" } } })
 * const { title } = await ada.getItemDetails({ params: { ...deals, "item-id": item_id } })
 * ```
 */
export function createClient(options: DryRunOptions): DryRunClient
export function createClient(options: ClientOptions): Client
export function createClient<S extends WorldTypes>(options: ClientOptions): ClientIn<S>
/** Repeats the overload, because `ReturnType<typeof createClient>` uses the last one. */
export function createClient(options: ClientOptions): Client
export function createClient(options: AnyOptions): unknown {
  requireClientOptions(options)
  const operations = Object.entries(routes).map(([name, facts]) => [
    name,
    (input: AnyInput = {}) => call(options, name as OperationName, facts, input),
  ])
  return {
    ...Object.fromEntries(operations),
    with: (others: AnyOptions) => createClient({ ...options, ...others }),
  }
}

type AnyOptions = ClientOptions & Partial<DryRunOptions>

const DRY_RUN = "x-hexarium-dry-run"

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: Readonly<Record<string, unknown>>
  readonly file?: Blob
  readonly json?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

async function call(options: AnyOptions, name: OperationName, facts: WireFacts, input: AnyInput): Promise<unknown> {
  const request = makeRequest(options, name, facts, input)
  const answer = await send(options, request, name, new URL(request.url).origin)
  const dryRunId = answer.headers.get(DRY_RUN)
  if (answer.status >= 400) {
    const requestId = answer.headers.get("x-hexarium-request") ?? dryRunId
    throw new ApiError(name, answer.status, await readAny(answer), requestId)
  }
  if (options.dryRun !== true) return readAnswer(facts, answer)
  if (dryRunId === null)
    throw new Error(`${name}: the server at ${new URL(request.url).origin} has no dry runs and has run the request`)
  return { response: await readAnswer(facts, answer), requestId: dryRunId }
}

async function readAnswer(facts: WireFacts, response: Response): Promise<unknown> {
  const location = response.headers.get("location")
  if (facts.answers === "redirect" && location !== null) return { location }
  if (facts.answers === "bytes") return readBytes(response)
  return readAny(response)
}

function makeRequest(options: AnyOptions, name: string, facts: WireFacts, input: AnyInput): Request {
  const { method, path } = fillRoute(name, facts, input.params ?? {})
  const base = options.baseUrl ?? (options.app === undefined ? "http://127.0.0.1:7575" : "http://hexarium")
  const url = new URL(`${base.replace(/\/+$/, "")}/api/v0${path}`)
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) url.searchParams.append(key, String(value))
  }
  const headers = new Headers(input.headers)
  const setDefault = (header: string, value: string) => headers.has(header) || headers.set(header, value)
  if (options.token !== undefined) setDefault("authorization", `Bearer ${options.token}`)
  if (options.world !== undefined) setDefault("x-hexarium-world", options.world)
  if (options.dryRun === true) headers.set(DRY_RUN, "1")
  if (input.json === true) setDefault("accept", "application/json")
  const takesJson = facts.takes === "json" && method !== "GET" && input.body !== undefined
  if (takesJson) setDefault("content-type", "application/json")
  const body = facts.takes === "form" ? makeForm(input) : takesJson ? JSON.stringify(input.body) : null
  return new Request(url, { method, headers, body, redirect: "manual", signal: input.signal ?? null })
}

/** Chooses the route with the most path parameters among those whose parameters are all given. */
function fillRoute(name: string, facts: WireFacts, params: Readonly<Record<string, string>>) {
  const namesOf = (path: string) => (path.match(/:[^/]+/g) ?? []).map((parameter) => parameter.slice(1))
  const fitting = facts.routes.filter(([, path]) => namesOf(path).every((parameter) => params[parameter] !== undefined))
  const [first, ...others] = fitting
  if (first === undefined) {
    throw new TypeError(`${name}: path parameters are missing; expected the parameters of ${facts.routes[0]?.[1]}`)
  }
  const [method, path] = others.reduce(
    (best, one) => (namesOf(one[1]).length > namesOf(best[1]).length ? one : best),
    first,
  )
  const filled = path.replaceAll(/:([^/]+)/g, (_, parameter: string) => encodeURIComponent(params[parameter] ?? ""))
  return { method, path: filled }
}

function makeForm({ form = {}, file }: AnyInput): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries(form)) if (value !== undefined) data.append(key, String(value))
  if (file !== undefined) data.append("file", file, nameOf(file, form))
  return data
}

const nameOf = (file: Blob, form: Readonly<Record<string, unknown>>): string => {
  if ("name" in file && typeof file.name === "string") return file.name
  return typeof form.filename === "string" ? form.filename : "file"
}

async function readBytes(response: Response): Promise<Bytes> {
  return {
    contentType: response.headers.get("content-type") ?? "application/octet-stream",
    bytes: new Uint8Array(await response.arrayBuffer()),
    filename: filenameOf(response.headers.get("content-disposition")),
  }
}

function filenameOf(disposition: string | null): string | null {
  const extended = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition ?? "")?.[1]
  if (extended !== undefined) return decodeEscapes(extended) ?? extended
  return /filename="?([^";]+)"?/.exec(disposition ?? "")?.[1] ?? null
}
