import type { IncomingMessage, ServerResponse } from "node:http"
import { jsonReply, type Reply } from "../../wire/index.ts"
import type { CollectedBodies } from "./collected-bodies.ts"
import { hasPassed, passedOn, pathOfTarget } from "./passed-headers.ts"
import type { TrafficLog } from "./traffic-log.ts"
import type { UpstreamLink } from "./upstream-link.ts"

/** A response of the recorder itself. */
const refusal = (status: number, error: string, code = "SYSTEM_ERROR"): Reply =>
  jsonReply(status, { error, error_code: code })

/** Returns the response to a request that can't be passed on; undefined for all other requests. */
export function refusalToPass(incoming: IncomingMessage, link: UpstreamLink): Reply | undefined {
  if (pathOfTarget(incoming.url ?? "") === undefined) {
    return refusal(400, "expected a path or an http URL as the request's target", "INVALID_PARAMS")
  }
  if (hasPassed(incoming, link.recorder)) {
    return refusal(508, "the request came back to this recorder; --upstream must not lead to the recorder itself")
  }
  return undefined
}

export const noServer = ({ origin }: UpstreamLink): Reply => refusal(502, `no server responds at ${origin}`)

export const invalidUpstream = ({ origin }: UpstreamLink): Reply =>
  refusal(502, `the request can't be passed on to ${origin}, or its response can't be passed back`)

export interface PassParts {
  readonly link: UpstreamLink
  readonly log: TrafficLog
  readonly bodies: CollectedBodies
  /** Reads the rest of a request whose response is complete. */
  readonly discardRest: (incoming: IncomingMessage) => void
}

/** Passes a request on to the upstream server, and records it once its response is complete. */
export async function passRequest(
  parts: PassParts,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { link, log, bodies, discardRest } = parts
  const refused = refusalToPass(incoming, link)
  if (refused !== undefined) return sendReply(outgoing, refused)
  incoming.on("error", () => {})
  await log.room()
  const startedAt = new Date()
  const began = performance.now()
  const path = pathOfTarget(incoming.url ?? "") ?? "/"
  const { method = "GET" } = incoming
  const url = link.urlOf(path)
  const requestHeaders = passedOn(incoming.rawHeaders)
  const sent = link.begin(incoming, path, requestHeaders)
  const requestBody = bodies.collect(incoming)
  let isRecorded = false
  const miss = () => {
    requestBody.free()
    if (isRecorded) return
    isRecorded = true
    log.miss({ method, url, why: "no complete response" })
  }
  outgoing.on("close", () => {
    if (outgoing.writableFinished) return
    sent.destroy()
    miss()
  })
  const fail = () => {
    if (isRecorded) return
    miss()
    sendReply(outgoing, noServer(link))
  }
  sent.on("error", fail)
  // Node closes the connection without an error if the server switches protocols unasked.
  sent.on("close", () => {
    if (!outgoing.headersSent) fail()
  })
  sent.on("response", (response) => {
    const responseHeaders = passedOn(response.rawHeaders)
    const responseBody = bodies.collect(response)
    const cut = () => {
      responseBody.free()
      miss()
      outgoing.destroy()
    }
    try {
      outgoing.sendDate = false
      outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, responseHeaders)
    } catch {
      sent.destroy()
      responseBody.free()
      miss()
      sendReply(outgoing, invalidUpstream(link))
      return
    }
    response.pipe(outgoing)
    response.on("error", cut)
    response.on("end", () => {
      if (isRecorded || !response.complete) return cut()
      isRecorded = true
      if (!incoming.complete) {
        incoming.unpipe(sent)
        discardRest(incoming)
      }
      const traffic = {
        startedAt,
        ms: performance.now() - began,
        method,
        url,
        httpVersion: `HTTP/${incoming.httpVersion}`,
        requestHeaders,
        requestBody: requestBody.bytes(),
        status: response.statusCode ?? 502,
        statusText: response.statusMessage ?? "",
        responseHeaders,
        responseBody: responseBody.bytes(),
      }
      log.add(traffic, () => {
        requestBody.free()
        responseBody.free()
      })
    })
  })
  incoming.pipe(sent)
}

/** Sends a response of the recorder, if the client has received nothing yet. Otherwise closes the connection. */
export function sendReply(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  if (outgoing.headersSent || outgoing.destroyed) {
    outgoing.destroy()
    return
  }
  outgoing.writeHead(status, headers).end(body)
}
