import { type LookupAddress, lookup as systemLookup } from "node:dns"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"
import type { Webhooks } from "../../src/index.ts"

export interface WebhookOptions {
  /** Whether targets may lie outside the machine's loopback; false when absent (control.md section 4). */
  readonly allowOutbound?: boolean
  /** From the start to the answer's status; 10 s when absent (model.md section 9). */
  readonly timeoutMs?: number
  /** How host names are resolved; by the system when absent. */
  readonly lookup?: LookupFunction
}

const TIMEOUT_MS = 10_000

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

const isLoopback = (address: string): boolean => loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")

const outside = (host: string) =>
  new Error(`${host} is outside the loopback: webhooks leave the machine only with --allow-outbound`)

/**
 * Webhooks over HTTP. The address that is checked is the one that is connected to, so a name that resolves anew to something
 * else leads nowhere; redirects are answers and are not followed.
 */
export function httpWebhooks(options: WebhookOptions = {}): Webhooks {
  const { allowOutbound = false, timeoutMs = TIMEOUT_MS, lookup = systemLookup as LookupFunction } = options
  return {
    post(target, body) {
      return new Promise((resolve, reject) => {
        const url = readUrl(target)
        const host = url.hostname.replace(/^\[|\]$/g, "")
        if (!allowOutbound && isIP(host) !== 0 && !isLoopback(host)) throw outside(host)
        const content = Buffer.from(JSON.stringify(body))
        const send = url.protocol === "https:" ? requestHttps : requestHttp
        const request = send(url, {
          method: "POST",
          headers: {
            "content-type": "application/json; charset=utf-8",
            "content-length": content.length,
            "user-agent": "Hexarium",
          },
          // A connection of its own: a pooled one would have been checked by somebody else's rules.
          agent: false,
          lookup: allowOutbound ? lookup : withinLoopback(lookup),
          signal: AbortSignal.timeout(timeoutMs),
        })
        request.on("response", (response) => {
          response.on("error", () => {}).resume()
          resolve(response.statusCode ?? 0)
        })
        request.on("error", (error) =>
          reject(error.name === "AbortError" ? new Error(`no answer within ${timeoutMs} ms`) : error),
        )
        request.end(content)
      })
    },
  }
}

function readUrl(target: string): URL {
  const url = URL.canParse(target) ? new URL(target) : undefined
  if (url?.protocol === "http:" || url?.protocol === "https:") return url
  throw new Error(`not an http or https URL: ${target}`)
}

/** Resolves names to addresses of the loopback only. */
const withinLoopback =
  (lookup: LookupFunction): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, [])
      const inside = (found as LookupAddress[]).filter(({ address }) => isLoopback(address))
      const [first] = inside
      if (first === undefined) done(outside(host), [])
      else if (options.all === true) done(null, inside)
      else done(null, first.address, first.family)
    })
