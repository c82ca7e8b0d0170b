import type { UId, WId } from "../../../src/inside.ts"
import type { ApiRequest } from "../../wire/api-request.ts"
import type { RequestHeaders } from "../../wire/request-headers.ts"
import { matchOperation, type OperationMatch } from "../../http/operation-routes.ts"

const API = /^\/?api\/v0(\/[^?#]*)(?:\?([^#]*))?$/

/** An API call that comes from inside: a script's, or one passed on by UnauthorizedCall. */
export interface InnerCall {
  readonly method: string
  /** Path beginning `/api/v0/` or `api/v0/`, with or without a query. It is taken as it is: `..` is a segment like any other. */
  readonly uri: string
  readonly payload: unknown
  /** Parameters beside those of the uri, which come first. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** Headers of the request it came from; a token in there does not count. */
  readonly headers?: RequestHeaders
  readonly depth: number
  readonly actAs: UId
  readonly actIn?: WId | undefined
  readonly behalf?: unknown
}

/** Where an inner call leads, and the request it makes there; undefined when its uri is none of the API. */
export interface InnerRoute {
  readonly match: OperationMatch
  readonly request: (match: Extract<OperationMatch, { readonly params: object }>) => ApiRequest
}

export function routeInner(call: InnerCall): InnerRoute | undefined {
  const [, path, query] = API.exec(call.uri) ?? []
  if (path === undefined) return undefined
  return {
    match: matchOperation(call.method.toUpperCase(), path),
    request: ({ operation, params }) => ({
      operation,
      params,
      query: () => queryOf(query, call.query),
      headers: headersOf(call.headers),
      body: async () => new TextEncoder().encode(call.payload == null ? "" : JSON.stringify(call.payload)),
      form: async () => ({ fields: {}, files: [] }),
      depth: call.depth,
      actAs: call.actAs,
      actIn: call.actIn,
      behalf: call.behalf,
    }),
  }
}

function queryOf(text: string | undefined, more: InnerCall["query"]): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) query[name] ??= value
  for (const [name, value] of Object.entries(more ?? {})) {
    if (value === null || value === undefined) continue
    query[name] ??= typeof value === "object" ? JSON.stringify(value) : String(value)
  }
  return query
}

const headersOf = (given: RequestHeaders | undefined): RequestHeaders => ({
  get(name) {
    if (name === "authorization") return null
    return name === "content-type" ? "application/json" : (given?.get(name) ?? null)
  },
})
