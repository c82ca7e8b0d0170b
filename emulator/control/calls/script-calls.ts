import type { ApiCaller } from "../../../src/engine/index.ts"
import { invalidParams } from "../../../src/model/index.ts"
import { notFoundReply, operationOf, routeInner, runOperation } from "../../api/index.ts"
import { LongText } from "../../wire/index.ts"
import { type Cause, cutPath, isDue, type NamedWorld, RequestEntry } from "../../worlds/index.ts"

/** Maximum length of a response to a script, in characters or bytes, because reading it blocks the event loop. */
const MAX_LENGTH = 4_194_304

/**
 * Returns a function that runs API calls of scripts (model.md section 9) in process, in the script's world and as its
 * user. If `isStrict` is true, item writes refuse keys of unknown fields. It resolves to the response's body, whatever the status. Logs the call if the cause of the run is known.
 */
export const apiCallerOf =
  (named: NamedWorld, isStrict: boolean): ApiCaller =>
  async (engine, { method, uri, payload, scripts, wId, cause: given }, uId) => {
    const cause = engine === named.world || isDryRun(given) ? causeOf(given) : undefined
    const call = { method, uri, payload, scripts, actAs: uId, actIn: wId }
    const route = routeInner(call)
    if (route === undefined)
      throw invalidParams(`callAPIAsync: expected the URI to begin with /api/v0/, received ${uri}`)
    const { match } = route
    const operation = match.operation === undefined ? null : operationOf(match.operation)
    const head = { method: method.toUpperCase(), ...cutPath(`/${uri.replace(/^\//, "")}`), operation, token: null }
    const entry = cause && new RequestEntry(named.log, engine.now, head, cause)
    if (payload != null) entry?.receivedBody(new TextEncoder().encode(JSON.stringify(payload)))
    const reply =
      match.operation === undefined
        ? notFoundReply(match, method.toUpperCase(), uri.replace(/[?#].*/s, ""))
        : (
            await runOperation(engine, {
              ...route.request(match),
              cause: entry ?? cause,
              ignoresUnknownFields: !isStrict,
            })
          ).reply
    entry?.answered(reply, uId)
    const { body } = reply
    if (typeof body !== "string" && !(body instanceof LongText)) return null
    if ((typeof body === "string" ? body.length : body.byteLength) > MAX_LENGTH) {
      throw invalidParams(`callAPIAsync: the response of ${uri} is longer than 4 MiB; request fewer items per page`)
    }
    return parse(String(body))
  }

/** Returns whether a dry run caused the call. Its copy of the world has no log of its own. */
const isDryRun = (cause: unknown): boolean => cause instanceof RequestEntry && cause.isDryRun

const causeOf = (cause: unknown): Cause | undefined =>
  cause instanceof RequestEntry || isDue(cause) ? cause : undefined

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
