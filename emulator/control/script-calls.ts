import { type ApiCaller, DomainError, invalidParams } from "../../src/index.ts"
import { routeInner } from "../http/inner-request.ts"
import { runOperation } from "../http/pipeline.ts"
import type { RouteMatch } from "../http/routes.ts"

/**
 * Runs the API calls of scripts (model.md section 9): the same pipeline, in process, in the script's own world, as the executing user.
 * Resolves to the answer's body, whatever its status.
 */
export const callerOfScripts =
  (route: (method: string, path: string) => RouteMatch): ApiCaller =>
  async (world, { method, uri, payload, depth, wId, behalf }, uId) => {
    const inner = routeInner(route, { method, uri, payload, depth, actAs: uId, actIn: wId, behalf })
    if (inner === undefined) throw invalidParams(`callAPIAsync: the uri must begin with /api/v0/, not ${uri}`)
    if (inner.match.kind !== "operation") throw notFound(method, uri)
    const { reply } = await runOperation(world, inner.request(inner.match))
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
