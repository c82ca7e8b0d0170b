import type { MiddlewareHandler } from "hono"
import { noPrivileges } from "../../../src/inside.ts"
import type { Reply } from "../../wire/reply.ts"
import type { AppEnv } from "../../http/app-env.ts"
import { presentError } from "./errors.ts"
import { respond } from "../../http/respond.ts"

/** `localhost` and names below it. */
const LOCALHOST = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*localhost$/
/** 127.0.0.0/8, written as four decimal numbers without leading zeros. */
const LOOPBACK = /^127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}$/
/** A host and perhaps a port, as a Host header or the authority of an Origin writes them. */
const AUTHORITY = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

const hostOf = (authority: string): string | undefined => AUTHORITY.exec(authority.toLowerCase())?.[1]

/** Which names of this server a browser may use; the guard against DNS rebinding (control.md section 4). */
export interface Hosts {
  /** Whether a `Host` header may be served. */
  allowsHost(authority: string): boolean
  /** Whether an `Origin` header belongs to a page of this machine. */
  allowsOrigin(origin: string): boolean
}

/** `extra`: hosts besides those of the loopback, without a port: bind host, host of `--public-url`, `--allow-host`. */
export function hostGuard(extra: readonly string[]): Hosts {
  const allowed = new Set(extra.map((host) => host.toLowerCase()))
  // Nearly always the same one asks again.
  let latest: string | undefined
  const allowsHost = (authority: string): boolean => {
    if (authority === latest) return true
    const isAllowed = judge(authority)
    if (isAllowed) latest = authority
    return isAllowed
  }
  const judge = (authority: string): boolean => {
    const host = hostOf(authority)
    if (host === undefined) return false
    return LOCALHOST.test(host) || LOOPBACK.test(host) || host === "[::1]" || allowed.has(host)
  }
  return {
    allowsHost,
    allowsOrigin(origin) {
      const authority = /^https?:\/\/(.+)$/i.exec(origin)?.[1]
      return authority !== undefined && allowsHost(authority)
    },
  }
}

/** Whether an address of a peer is this machine's loopback, also as an IPv6 socket writes it. */
export const isLoopback = (address: string): boolean =>
  address === "::1" || LOOPBACK.test(address.replace(/^::ffff:/i, ""))

/** How a bind address or a host given by hand stands in a URL: IPv6 in brackets. */
export const urlHost = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host)

/** The refusal of a request for another host, or for none. */
export const strangeHost = (host: string): Reply =>
  presentError(
    noPrivileges(`the host ${JSON.stringify(host)} is not one of this server's; allow it with --allow-host`),
    null,
  )

/** Refuses requests whose Host is not one of this server's, before anything else looks at them. */
export const refuseStrangeHosts =
  (hosts: Hosts): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    const host = context.req.header("host")
    if (host !== undefined && !hosts.allowsHost(host)) return respond(context, strangeHost(host))
    await next()
    return
  }
