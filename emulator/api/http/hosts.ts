import type { Context, MiddlewareHandler } from "hono"
import { noPrivileges } from "../../../src/model/index.ts"
import { type Reply, respond } from "../../wire/index.ts"
import type { AppEnv } from "./app-env.ts"
import { presentError } from "./errors.ts"

const LOCALHOST = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*localhost$/
/** Matches an address in 127.0.0.0/8, written as four decimal numbers without leading zeros. */
const LOOPBACK = /^127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}$/
/** Matches `[::1]`, and an address in 127.0.0.0/8 that is mapped to IPv6, as URLs write them. */
const LOOPBACK_IN_BRACKETS = /^\[::(?:1|ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})\]$/
/** Matches a host with an optional port, as in a Host or Origin header. */
const AUTHORITY = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** Returns an authority's host in one spelling; undefined for an invalid authority. */
function hostOf(authority: string): string | undefined {
  const host = AUTHORITY.exec(authority.toLowerCase())?.[1]
  if (host?.startsWith("[") !== true) return host
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** Removes the full stop that ends an absolute host name. Addresses have no such form. */
const withoutStop = (host: string): string => host.replace(/(?<=[a-z][a-z0-9_-]*)\.$/, "")

/** Checks the host names in requests to prevent DNS rebinding (control.md section 4). */
export interface Hosts {
  allowsHost(authority: string): boolean
  allowsOrigin(origin: string): boolean
}

/** Allows loopback hosts and the hosts in `extra`, which must not contain ports. */
export function hostGuard(extra: readonly string[]): Hosts {
  const allowed = new Set(extra.flatMap((host) => hostOf(host) ?? []).map(withoutStop))
  // Remembers the latest allowed host, because most requests have the same host.
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
    if (LOOPBACK.test(host) || LOOPBACK_IN_BRACKETS.test(host)) return true
    const name = withoutStop(host)
    return LOCALHOST.test(name) || allowed.has(name)
  }
  return {
    allowsHost,
    allowsOrigin(origin) {
      const authority = /^https?:\/\/(.+)$/i.exec(origin)?.[1]
      return authority !== undefined && allowsHost(authority)
    },
  }
}

/** Returns whether an IP address is a loopback address. IPv4-mapped IPv6 addresses are recognized. */
export const isLoopback = (address: string): boolean =>
  address === "::1" || LOOPBACK.test(address.replace(/^::ffff:/i, ""))

/** Returns an authority with its IPv6 address as URLs write it; other authorities unchanged. */
export const urlAuthority = (authority: string): string =>
  authority.startsWith("[") && URL.canParse(`http://${authority}`) ? new URL(`http://${authority}`).host : authority

/** Formats a host for a URL. IPv6 addresses are put in brackets. */
export const urlHost = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host)

/** Returns the response to a request with a host that is not allowed. Leaves out a name and a password before `@`. */
export function strangeHost(host: string): Reply {
  const named = JSON.stringify(host.replace(/^.*@/s, ""))
  return presentError(
    noPrivileges(`this server does not accept the host ${named}; allow the host with --allow-host`),
    null,
  )
}

/**
 * Refuses requests whose Host header is not allowed, and passes them to `log`. Must run before all handlers that do not
 * check the host.
 */
export const refuseStrangeHosts =
  (hosts: Hosts, log: (context: Context<AppEnv>, reply: Reply) => void): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    const host = context.req.header("host")
    if (host === undefined || hosts.allowsHost(host)) return await next()
    const reply = strangeHost(host)
    log(context, reply)
    return respond(context, reply)
  }
