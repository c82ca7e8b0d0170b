import type { IncomingMessage } from "node:http"
import { type Hosts, logBlocked, strangeHost } from "../api/index.ts"
import type { Reply } from "../wire/index.ts"
import type { Worlds } from "../worlds/index.ts"

/** Returns a request's host if it is not allowed, or "" if it is missing. Returns undefined if the host is allowed. */
export function findStranger({ rawHeaders, url }: IncomingMessage, hosts: Hosts): string | undefined {
  let named: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length !== 4 || name.toLowerCase() !== "host") continue
    if (named !== undefined) return `${named}, ${rawHeaders[at + 1]}`
    named = rawHeaders[at + 1]
  }
  if (named === undefined || !hosts.allowsHost(named)) return named ?? ""
  const target = url?.startsWith("/") ? undefined : /^https?:\/\/([^/?#]*)/i.exec(url ?? "")?.[1]
  return target === undefined || hosts.allowsHost(target) ? undefined : target
}

/** Returns the response to a request with a host that is not allowed, and logs the request. */
export function refuseStranger(
  { method = "", url = "", headers }: IncomingMessage,
  host: string,
  worlds: Worlds,
): Reply {
  const reply = strangeHost(host)
  logBlocked(worlds.main, { method, target: url, token: headers.authorization ?? null }, reply)
  return reply
}
