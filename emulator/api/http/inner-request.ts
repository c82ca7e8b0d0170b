import type { ScriptChain } from "../../../src/engine/index.ts"
import type { UId, WId } from "../../../src/model/index.ts"
import type { RequestHeaders } from "../../wire/index.ts"
import type { ApiRequest } from "../pipeline/api-request.ts"
import { matchOperation, type OperationMatch } from "./operation-routes.ts"

const API = /^\/?api\/v0(\/[^?#]*)(?:\?([^#]*))?$/

/** An API call inside the process, made by a script or by UnauthorizedCall. */
export interface InnerCall {
  readonly method: string
  /** Path that starts with `/api/v0/` or `api/v0/`, with an optional query. `..` is treated as an ordinary segment. */
  readonly uri: string
  readonly payload: unknown
  /** Additional query parameters. Parameters in `uri` take precedence. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** Headers of the outer request. The token in these headers is ignored. */
  readonly headers?: RequestHeaders
  readonly scripts?: ScriptChain | undefined
  readonly actAs: UId
  readonly actIn?: WId | undefined
  readonly cause?: unknown
}

/** The route that matches an inner call, and a function that creates the request for the matched operation. */
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
      scripts: call.scripts,
      actAs: call.actAs,
      actIn: call.actIn,
      cause: call.cause,
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
