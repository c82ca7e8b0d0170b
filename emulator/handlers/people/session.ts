import { findPublicCall, noPrivileges } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"
import { routeInner } from "../../http/inner-request.ts"
import { missed } from "../../http/misses.ts"

export const sessionHandlers = {
  unauthorizedCall: handler(table.unauthorizedCall, async ({ visitor, body, facts }) => {
    const { method, uri, payload, query } = body
    const origin = facts.headers.get("origin") ?? facts.headers.get("referer") ?? ""
    const { uId, wId } = await findPublicCall(visitor, { method, uri, origin })
    const { headers, depth } = facts
    const inner = routeInner({ method, uri, payload, query, headers, depth, actAs: uId, actIn: wId })
    if (inner === undefined) throw noPrivileges("the uri must begin with /api/v0/")
    const { match } = inner
    if (match.operation === undefined) return missed(match, method, uri)
    if (match.operation === "unauthorizedCall") throw noPrivileges("an unauthorized call can't be nested")
    const { reply, bug } = await facts.rerun(inner.request(match))
    if (bug !== undefined) throw bug
    return reply
  }),
}
