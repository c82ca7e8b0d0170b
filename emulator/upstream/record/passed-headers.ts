import type { IncomingMessage } from "node:http"
import { isLoopback } from "../../api/index.ts"

/** Headers that apply to a single connection and are therefore not passed on. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
])

/** Header with the IDs of the recorders that a request has passed, so that a recorder notices its own requests. */
const PASSED_HEADER = "x-hexarium-record"

/** Removes connection headers from a list of names and values in turn. */
export function passedOn(raw: readonly string[]): string[] {
  const named = raw.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === "connection" ? (raw[at + 1] ?? "").toLowerCase().split(/\s*,\s*/) : [],
  )
  return raw.filter((_, at) => {
    const name = (raw[at - (at % 2)] ?? "").toLowerCase()
    return !HOP_BY_HOP.has(name) && !named.includes(name)
  })
}

/** Returns whether a request has passed the recorder with this ID before. */
export const hasPassed = ({ headers }: IncomingMessage, recorder: string): boolean =>
  (headers[PASSED_HEADER]?.toString() ?? "").split(/\s*,\s*/).includes(recorder)

/**
 * Returns the headers of a request to the upstream server. Names a client on another machine, because the upstream server would otherwise
 * take the request for one of the recorder's machine.
 */
export function sentHeaders(
  { headers, socket }: IncomingMessage,
  passed: readonly string[],
  recorder: string,
  host: string,
): string[] {
  const kept = passed.filter((_, at) => !OWN_HEADERS.has((passed[at - (at % 2)] ?? "").toLowerCase()))
  const before = headers[PASSED_HEADER] === undefined ? "" : `${headers[PASSED_HEADER].toString()}, `
  const forwarded = headers["x-forwarded-for"]?.toString()
  const peer = isLoopback(socket.remoteAddress ?? "") ? undefined : socket.remoteAddress
  const clients = [forwarded, peer].filter((address) => address !== undefined)
  const client = clients.length === 0 ? [] : ["X-Forwarded-For", clients.join(", ")]
  return [...kept, "Host", host, PASSED_HEADER, `${before}${recorder}`, ...client]
}

const OWN_HEADERS = new Set(["host", PASSED_HEADER, "x-forwarded-for"])

/** Returns the path and query of a request's target; undefined for targets of other forms, such as `*`. */
export const pathOfTarget = (target: string): string | undefined => {
  if (target.startsWith("/")) return target
  const rest = /^https?:\/\/[^/?#]+(.*)$/is.exec(target)?.[1]
  return rest === undefined || rest.startsWith("/") ? rest : `/${rest}`
}
