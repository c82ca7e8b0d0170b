import { type ApiCaller, invalidParams } from "../../src/inside.ts"
import { routeInner } from "../http/inner-request.ts"
import { missed } from "../http/misses.ts"
import { runOperation } from "../pipeline/pipeline.ts"

/**
 * Runs the API calls of scripts (model.md section 9): the same pipeline, in process, in the script's own world, as the executing user.
 * Resolves to the answer's body, whatever its status.
 */
export const callApiOfScripts: ApiCaller = async (engine, { method, uri, payload, depth, wId, behalf }, uId) => {
  const inner = routeInner({ method, uri, payload, depth, actAs: uId, actIn: wId, behalf })
  if (inner === undefined) throw invalidParams(`callAPIAsync: the uri must begin with /api/v0/, not ${uri}`)
  const { match } = inner
  const reply =
    match.operation === undefined
      ? missed(match, method.toUpperCase(), uri.replace(/[?#].*/s, ""))
      : (await runOperation(engine, inner.request(match))).reply
  return typeof reply.body === "string" ? parse(reply.body) : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
