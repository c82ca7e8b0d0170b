import type { Engine } from "../../../src/engine/index.ts"
import { noPrivileges } from "../../../src/model/index.ts"
import { findPublicCall } from "../../../src/people/index.ts"
import type { Reply } from "../../wire/index.ts"
import type { BodyOf } from "../contract/row.ts"
import type { table } from "../contract/table.ts"
import { routeInner } from "../http/inner-request.ts"
import { notFoundReply } from "../http/not-found.ts"
import type { ApiOutcome, ApiRequest } from "./api-request.ts"

/** Runs a whitelisted operation as the user that the whitelist entry names (api.md section 9.3). */
export async function unauthorizedCall(
  engine: Engine,
  { headers, scripts, cause, ignoresUnknownFields }: ApiRequest,
  { method, uri, payload, query }: BodyOf<typeof table.unauthorizedCall>,
  run: (request: ApiRequest) => Promise<ApiOutcome>,
): Promise<Reply> {
  const origin = headers.get("origin") ?? originOf(headers.get("referer") ?? "")
  const { uId, wId } = findPublicCall(engine.view(), { method, uri, origin })
  const inner = routeInner({ method, uri, payload, query, headers, scripts, actAs: uId, actIn: wId })
  if (inner === undefined) throw noPrivileges("the uri must begin with /api/v0/")
  const { match } = inner
  if (match.operation === undefined) return notFoundReply(match, method.toUpperCase(), uri.replace(/[?#].*/s, ""))
  if (match.operation === "unauthorizedCall") throw noPrivileges("an unauthorized call can't be nested")
  const { reply, bug } = await run({ ...inner.request(match), cause, ignoresUnknownFields })
  if (bug !== undefined) throw bug
  return reply
}

function originOf(referer: string): string {
  try {
    return new URL(referer).origin
  } catch {
    return ""
  }
}
