import { DomainError, targetNotFound } from "../../src/index.ts"
import { presentError } from "./errors.ts"
import { type Reply, withHeaders } from "./reply.ts"
import type { RouteMatch } from "./routes.ts"

/** The answer to a request that leads to no operation: 404, or 405 with the methods there are (api.md section 0). */
export function replyToMiss(match: Exclude<RouteMatch, { kind: "operation" }>, method: string, path: string): Reply {
  if (match.kind === "unknown") return presentError(targetNotFound(`no such path: ${path}`), null)
  const refused = new DomainError("INVALID_PARAMS", "params", `method ${method} is not allowed here`)
  return withHeaders(presentError(refused, { errors: { params: { status: 405 } } }), {
    allow: match.allowed.join(", "),
  })
}
