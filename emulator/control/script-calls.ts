import { type ApiCaller, invalidParams } from "../../src/inside.ts"
import { operationOf } from "../api/contract/table.ts"
import { routeInner } from "../api/http/inner-request.ts"
import { missed } from "../api/http/not-found.ts"
import { runOperation } from "../pipeline/pipeline.ts"
import { LongText } from "../wire/long-text.ts"
import { type Cause, keptPath, RequestEntry } from "../worlds/request-entry.ts"
import { isDue } from "../worlds/watch-world.ts"
import type { NamedWorld } from "../worlds/worlds.ts"

/** The longest answer that a script is given, in characters or bytes: it is read, and handed over, while nobody else has their turn. */
const LONGEST = 4_194_304

/**
 * Runs the API calls of scripts (model.md section 9): the same pipeline, in process, in the script's own world, as the executing user.
 * Resolves to the answer's body, whatever its status. A call that follows from a request or from what was due is an entry of its own
 * in the log of the world.
 */
export const apiCallerOf =
  (named: NamedWorld): ApiCaller =>
  async (engine, { method, uri, payload, depth, wId, behalf }, uId) => {
    const cause = engine === named.world ? causeOf(behalf) : undefined
    const call = { method, uri, payload, depth, actAs: uId, actIn: wId }
    const route = routeInner(call)
    if (route === undefined) throw invalidParams(`callAPIAsync: the uri must begin with /api/v0/, not ${uri}`)
    const { match } = route
    const operation = match.operation === undefined ? null : operationOf(match.operation)
    const head = { method: method.toUpperCase(), ...keptPath(`/${uri.replace(/^\//, "")}`), operation, token: null }
    const entry = cause && new RequestEntry(named.log, engine.now, head, cause)
    if (payload != null) entry?.receivedBody(new TextEncoder().encode(JSON.stringify(payload)))
    const reply =
      match.operation === undefined
        ? missed(match, method.toUpperCase(), uri.replace(/[?#].*/s, ""))
        : (await runOperation(engine, { ...route.request(match), behalf: entry ?? behalf })).reply
    entry?.answered(reply, uId)
    const { body } = reply
    if (typeof body !== "string" && !(body instanceof LongText)) return null
    if ((typeof body === "string" ? body.length : body.byteLength) > LONGEST) {
      throw invalidParams(`callAPIAsync: the answer of ${uri} is longer than 4 MiB: ask for fewer items a page`)
    }
    return parse(String(body))
  }

const causeOf = (behalf: unknown): Cause | undefined =>
  behalf instanceof RequestEntry || isDue(behalf) ? behalf : undefined

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
