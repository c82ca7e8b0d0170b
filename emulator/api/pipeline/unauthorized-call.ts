import { type Engine, findPublicCall, noPrivileges } from "../../../src/inside.ts"
import type { BodyOf } from "../contract/row.ts"
import type { table } from "../contract/table.ts"
import { routeInner } from "../http/inner-request.ts"
import { missed } from "../http/not-found.ts"
import type { ApiOutcome, ApiRequest } from "../../wire/api-request.ts"
import type { Reply } from "../../wire/reply.ts"

/** Runs the operation that a whitelisted call names as the user of its entry (api.md section 9.3). `run`: carries a request out. */
export async function unauthorizedCall(
  engine: Engine,
  { headers, depth = 0, behalf }: ApiRequest,
  { method, uri, payload, query }: BodyOf<typeof table.unauthorizedCall>,
  run: (request: ApiRequest) => Promise<ApiOutcome>,
): Promise<Reply> {
  const origin = headers.get("origin") ?? headers.get("referer") ?? ""
  const { uId, wId } = findPublicCall(engine.view(), { method, uri, origin })
  const inner = routeInner({ method, uri, payload, query, headers, depth, actAs: uId, actIn: wId })
  if (inner === undefined) throw noPrivileges("the uri must begin with /api/v0/")
  const { match } = inner
  if (match.operation === undefined) return missed(match, method, uri)
  if (match.operation === "unauthorizedCall") throw noPrivileges("an unauthorized call can't be nested")
  const { reply, bug } = await run({ ...inner.request(match), behalf })
  if (bug !== undefined) throw bug
  return reply
}
