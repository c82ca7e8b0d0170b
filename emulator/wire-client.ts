import { type ClientOptions, requireClientOptions } from "./client-options.ts"
import type { AnswerOf, BodyInputOf, ClientRow, FormOf, ParamsOf, QueryOf } from "./contract/row.ts"
import type { OperationName, OperationTable } from "./contract/table.ts"
import { wire } from "./contract/wire.ts"
import type { WireFacts } from "./contract/wire-facts.ts"

/** The bytes of an answer that is not JSON. */
export interface Bytes {
  /** Media type, as the answer gives it. */
  readonly contentType: string
  /** The bytes themselves. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Of the Content-Disposition, where the answer has one. */
  readonly filename: string | null
}

/** A request that was refused, or failed: any status from 400 up. */
export class ApiError extends Error {
  /** What it is called when it is printed, minified or not. */
  static override readonly name: string = "ApiError"
  /** The operation in the API's spelling of the table's keys, e.g. `createItem`. */
  readonly operation: OperationName
  /** The HTTP status. */
  readonly status: number
  /** `error_code` of the body or of its first element, e.g. `ITEM_REV_CONFLICT`; null when the body has none. */
  readonly code: string | null
  /** The body as it came, parsed where it was JSON. */
  readonly body: unknown

  constructor(operation: OperationName, status: number, body: unknown) {
    const { code, text } = summarize(body)
    super(`${operation}: ${status}${code === null ? "" : ` ${code}`}${text === "" ? "" : `: ${text}`}`)
    this.name = "ApiError"
    this.operation = operation
    this.status = status
    this.code = code
    this.body = body
  }
}

/** A part of a request, which may be left out when nothing in it is required. */
type Part<T, P> = [T] extends [undefined] ? unknown : Record<never, never> extends T ? P : P & Required<P>

interface ParamsPart<T> {
  /** Parameters of the path. */
  readonly params?: T
}

interface QueryPart<T> {
  /** Parameters of the query. */
  readonly query?: T
}

interface BodyPart<T> {
  /** The JSON body. */
  readonly body?: T
}

interface FormFields<T> {
  /** Text parts of the form, beside the file. */
  readonly form?: T
}

interface FilePart {
  /** The file that the form uploads. */
  readonly file: Blob
}

type FormPart<R extends ClientRow> = "form" extends keyof R
  ? Part<FormOf<R>, FormFields<FormOf<R>>> & ("file" extends keyof R ? FilePart : unknown)
  : unknown

type JsonPart<R extends ClientRow> = R["answer"] extends { readonly kind: "redirect" }
  ? {
      /** Ask for the JSON variant instead of the redirect. */
      readonly json?: boolean
    }
  : unknown

/** What a call of an operation takes. */
export type InputOf<R extends ClientRow> = (keyof ParamsOf<R> extends never
  ? unknown
  : Part<ParamsOf<R>, ParamsPart<ParamsOf<R>>>) &
  ("query" extends keyof R ? Part<QueryOf<R>, QueryPart<QueryOf<R>>> : unknown) &
  ("body" extends keyof R
    ? R["method"] extends "get"
      ? unknown
      : Part<BodyInputOf<R>, BodyPart<BodyInputOf<R>>>
    : unknown) &
  FormPart<R> &
  JsonPart<R> & {
    /** Headers to send besides the client's own; one of the same name replaces it. */
    readonly headers?: Readonly<Record<string, string>>
    /** Gives the call up: it then rejects with the signal's reason. */
    readonly signal?: AbortSignal
  }

type Csv = { readonly [N in "format"]: "csv" }
type CsvInBody = { readonly [N in "body"]: Csv }
type CsvInQuery = { readonly [N in "query"]: Csv }
type WantsCsv = CsvInBody | CsvInQuery
type WantsJson = { readonly [N in "json"]: true }

/** What a call answers: JSON; where a redirect leads; bytes; CSV as text when the call asked for it. */
export type ResultOf<R extends ClientRow, I> = R["answer"] extends { readonly kind: "redirect" }
  ? I extends WantsJson
    ? AnswerOf<R>
    : {
        /** Where the redirect leads. */
        readonly location: string
      }
  : R["answer"] extends { readonly kind: "csv" }
    ? I extends WantsCsv
      ? string
      : AnswerOf<R>
    : AnswerOf<R, Bytes>

/** The same by an operation's name, which is all that editors show of it. */
type WireInput<N extends OperationName> = InputOf<OperationTable[N]>

/** Where the answer follows from what was asked for, there is a call for each; none takes a type, so that editors tell of each option. */
type Operation<N extends OperationName> = OperationTable[N]["answer"] extends { readonly kind: "redirect" }
  ? Asking<N, WantsJson> & Call<N>
  : OperationTable[N]["answer"] extends { readonly kind: "csv" }
    ? Asking<N, OperationTable[N] extends { readonly body: unknown } ? CsvInBody : CsvInQuery> & Call<N>
    : Call<N>

/** A call that says what it is to be answered. What it says is mapped, and so leaves the meaning of its members to the input's own. */
type Asking<N extends OperationName, W> = (input: WireInput<N> & W) => Promise<ResultOf<OperationTable[N], W>>

type Call<N extends OperationName> =
  Record<never, never> extends WireInput<N>
    ? (input?: WireInput<N>) => Promise<ResultOf<OperationTable[N], WireInput<N>>>
    : (input: WireInput<N>) => Promise<ResultOf<OperationTable[N], WireInput<N>>>

/** Every operation of the API by its name in camelCase, typed from the contract: what goes over the wire. */
export type WireClient = {
  readonly [N in keyof OperationTable]: Operation<N>
}

/** The operations of the API as they go over the wire. */
export function wireClient(options: ClientOptions): WireClient {
  requireClientOptions(options)
  return Object.fromEntries(
    Object.entries(wire).map(([name, facts]) => [
      name,
      (input: AnyInput = {}) => call(options, name as OperationName, facts, input),
    ]),
  ) as unknown as WireClient
}

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

async function call(options: ClientOptions, name: OperationName, facts: WireFacts, input: AnyInput): Promise<unknown> {
  const request = makeRequest(options, name, facts, input)
  const ask = options.app === undefined ? (options.fetch ?? fetch) : (it: Request) => options.app?.fetch(it)
  const response = await reach(ask, request, name)
  if (response === undefined) throw new TypeError(`${name}: no answer`)
  if (response.status >= 400) throw new ApiError(name, response.status, await readAny(response))
  const location = response.headers.get("location")
  if (facts.answers === "redirect" && location !== null) return { location }
  if (facts.answers === "bytes") return readBytes(response)
  return readAny(response)
}

/** A `fetch` that fails says nothing of where and why. */
async function reach<A>(ask: (request: Request) => A | Promise<A>, request: Request, name: string): Promise<A> {
  try {
    return await ask(request)
  } catch (error) {
    const isUnreached = error instanceof TypeError && error.message === "fetch failed"
    if (!isUnreached || request.signal.aborted) throw error
    const { origin } = new URL(request.url)
    throw new TypeError(`${name}: nothing answers at ${origin}; is a server running there (hexarium start)?`, {
      cause: error.cause ?? error,
    })
  }
}

function makeRequest(options: ClientOptions, name: string, facts: WireFacts, input: AnyInput): Request {
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
  if (input.json === true) setDefault("accept", "application/json")
  const takesJson = facts.takes === "json" && method !== "GET" && input.body !== undefined
  if (takesJson) setDefault("content-type", "application/json")
  const body = facts.takes === "form" ? makeForm(input) : takesJson ? JSON.stringify(input.body) : null
  return new Request(url, { method, headers, body, redirect: "manual", signal: input.signal ?? null })
}

/** Of the routes whose parameters are all given, the one that takes most of them; the first of several. */
function fillRoute(name: string, facts: WireFacts, params: Readonly<Record<string, string>>) {
  const namesOf = (path: string) => (path.match(/:[^/]+/g) ?? []).map((parameter) => parameter.slice(1))
  const fitting = facts.routes.filter(([, path]) => namesOf(path).every((parameter) => params[parameter] !== undefined))
  const [first, ...others] = fitting
  if (first === undefined) {
    throw new TypeError(`${name}: missing path parameters, expected those of ${facts.routes[0]?.[1]}`)
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

async function readAny(response: Response): Promise<unknown> {
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") ?? false
  return isJson ? JSON.parse(text) : text
}

async function readBytes(response: Response): Promise<Bytes> {
  return {
    contentType: response.headers.get("content-type") ?? "application/octet-stream",
    bytes: new Uint8Array(await response.arrayBuffer()),
    filename: filenameOf(response.headers.get("content-disposition")),
  }
}

/** The file name of a Content-Disposition: `filename*` (RFC 5987) before `filename`. */
function filenameOf(disposition: string | null): string | null {
  const extended = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition ?? "")?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  return /filename="?([^";]+)"?/.exec(disposition ?? "")?.[1] ?? null
}

/** Code and text of an error body, whichever of the service's shapes it has. */
function summarize(body: unknown): { code: string | null; text: string } {
  if (!isObject(body)) return { code: null, text: typeof body === "string" ? body.slice(0, 200) : "" }
  const elements = Array.isArray(body.errors) ? body.errors : Array.isArray(body.error) ? body.error : []
  const reasons = elements.filter(isObject)
  const error = asText(body.error)
  const isCode = error === "NOT_FOUND"
  const texts = [asText(body.message), isCode ? null : error, reasonsText(reasons), asText(body.description)]
  return {
    code: asText(body.error_code) ?? asText(reasons[0]?.error_code) ?? (isCode ? error : null),
    text: texts.find((text) => text !== null && text !== "") ?? "",
  }
}

const MOST_REASONS = 5

/** What is wrong with what, e.g. `Total: expected a number; Kind: unknown option: x`. */
function reasonsText(reasons: readonly Record<string, unknown>[]): string {
  const texts = reasons.map(({ description, error }) => {
    const [what, why] = [asText(description) ?? "", asText(error) ?? ""]
    return what.includes(why) ? what : [what, why].filter(Boolean).join(": ")
  })
  const more = texts.length > MOST_REASONS ? `; ${texts.length - MOST_REASONS} more` : ""
  return `${texts.slice(0, MOST_REASONS).join("; ")}${more}`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const asText = (value: unknown): string | null => (typeof value === "string" ? value : null)
