import { type ApiCaller, DomainError, invalidParams } from "../../src/index.ts"
import type { Form } from "../http/multipart.ts"
import { runOperation } from "../http/pipeline.ts"
import type { RouteMatch } from "../http/routes.ts"

const API = /^\/?api\/v0(\/[^?#]*)(\?[^#]*)?$/

/**
 * Runs the API calls of scripts (model.md section 9): the same pipeline, in process, in the script's own world, as the executing user.
 * Resolves to the answer's body, whatever its status.
 */
export const callerOfScripts =
  (route: (method: string, path: string) => RouteMatch): ApiCaller =>
  async (world, { method, uri, payload, depth }, uId) => {
    const [, path, query = ""] = API.exec(uri) ?? []
    if (path === undefined) throw invalidParams(`callAPIAsync: the uri must begin with /api/v0/, not ${uri}`)
    const match = route(method.toUpperCase(), path)
    if (match.kind !== "operation") throw notFound(method, uri)
    const { reply } = await runOperation(world, {
      operation: match.name,
      params: match.params,
      query: new URLSearchParams(query),
      headers: new Headers({ "content-type": "application/json" }),
      body: async () => new TextEncoder().encode(JSON.stringify(payload ?? {})),
      form: async (): Promise<Form> => ({ fields: {}, files: [] }),
      depth,
      actAs: uId,
    })
    return typeof reply.body === "string" ? parse(reply.body) : null
  }

const notFound = (method: string, uri: string) =>
  new DomainError("NOT_FOUND", "target", `callAPIAsync: no such operation: ${method} ${uri}`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
