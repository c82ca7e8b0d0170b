import { createHmac } from "node:crypto"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"
import type { Webhooks } from "../../src/ports/index.ts"

export interface WebhookOptions {
  /** Whether webhooks may be sent to targets outside the loopback. Default: false (control.md section 4). */
  readonly allowOutbound?: boolean
  /** Maximum time in milliseconds until the response's status arrives. Default: 10,000 (model.md section 9). */
  readonly timeoutMs?: number
  /** Secret for the header `X-Hexarium-Signature`. Default: no header. */
  readonly secret?: string | undefined
}

const TIMEOUT_MS = 10_000
/** Maximum number of webhooks that are sent at the same time, and maximum number that wait. */
const AT_ONCE = 64
const MAX_WAITING_WEBHOOKS = 10_000
/** Maximum number of bytes read from a response. Only its status is used, but reading lets the receiver finish normally. */
const READ_BYTES = 65_536

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/** Matches host names that are accepted as loopback. Any other name would need DNS, whose result may change. */
const LOCAL_NAME = /^(?:.+\.)?localhost\.?$/i

/** Sends webhooks over HTTP without following redirects. Without `allowOutbound`, no DNS queries leave the machine. */
export function httpWebhooks({ allowOutbound = false, timeoutMs = TIMEOUT_MS, secret }: WebhookOptions = {}): Webhooks {
  const limited = limitConcurrency()
  return {
    async post(target, body) {
      const url = readUrl(target)
      if (!allowOutbound) requireLoopback(url.hostname.replace(/^\[|\]$/g, ""))
      return limited(() => send(url, body, { allowOutbound, timeoutMs, secret }))
    },
  }
}

function limitConcurrency() {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (waiting.length >= MAX_WAITING_WEBHOOKS)
      throw new Error(`more than ${MAX_WAITING_WEBHOOKS} webhooks are waiting to be sent`)
    if (running >= AT_ONCE) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

function send(
  url: URL,
  body: unknown,
  { allowOutbound, timeoutMs, secret }: Required<WebhookOptions>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const content = Buffer.from(JSON.stringify(body))
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-length": content.length,
        "user-agent": "Hexarium",
        ...(secret === undefined ? {} : { "x-hexarium-signature": signatureOf(content, secret) }),
      },
      // Opens a new connection, because a pooled one may have been opened without the check of the address.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(allowOutbound ? {} : { lookup: lookUpLoopback }),
    })
    request.on("response", (response) => {
      let read = 0
      response
        .on("error", () => {})
        .on("data", ({ length }: Buffer) => {
          read += length
          if (read > READ_BYTES) response.destroy()
        })
      resolve(response.statusCode ?? 0)
    })
    request.on("error", (error) =>
      reject(
        error.name === "AbortError"
          ? new Error(`the receiver did not respond within ${timeoutMs} ms`)
          : withMessage(error),
      ),
    )
    request.end(content)
  })
}

/** Returns the HMAC-SHA256 of a body, as `sha256=` and hexadecimal digits. */
const signatureOf = (content: Buffer, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(content).digest("hex")}`

/** Gives an `AggregateError` a message. Node throws one without a message when all addresses of a host fail. */
const withMessage = (error: Error): Error =>
  error instanceof AggregateError && error.message === ""
    ? new Error(error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join("; "))
    : error

function readUrl(target: string): URL {
  const url = URL.canParse(target) ? new URL(target) : undefined
  if (url?.protocol === "http:" || url?.protocol === "https:") return url
  throw new Error(`expected an http or https URL, received ${target}`)
}

function requireLoopback(host: string): void {
  const version = isIP(host)
  if (version === 0 ? LOCAL_NAME.test(host) : loopback.check(host, version === 6 ? "ipv6" : "ipv4")) return
  throw new Error(`${host} is not a loopback address; to allow other hosts, use --allow-outbound`)
}

const lookUpLoopback: LookupFunction = (_host, options, done) => {
  if (options.all !== true) return done(null, "127.0.0.1", 4)
  done(null, [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ])
}
