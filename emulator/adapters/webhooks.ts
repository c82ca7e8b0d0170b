import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"
import type { Webhooks } from "../../src/inside.ts"

export interface WebhookOptions {
  /** Whether targets may lie outside the machine's loopback; false when absent (control.md section 4). */
  readonly allowOutbound?: boolean
  /** From the start to the answer's status; 10 s when absent (model.md section 9). */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** So many are under way at a time, and so many wait for their turn. */
const AT_ONCE = 64
const WAITING = 10_000
/** What is read of an answer, of which only the status counts, so that its sender ends in peace. */
const READ_BYTES = 65_536

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/** The only names of the loopback. Any other would have to be resolved outside and could resolve differently later. */
const LOCAL_NAME = /^(?:.+\.)?localhost\.?$/i

/**
 * Webhooks over HTTP. Without `allowOutbound` nothing leaves the machine, not even a question to a name server. Redirects are
 * answers and are not followed.
 */
export function httpWebhooks({ allowOutbound = false, timeoutMs = TIMEOUT_MS }: WebhookOptions = {}): Webhooks {
  const inTurn = turns()
  return {
    async post(target, body) {
      const url = readUrl(target)
      if (!allowOutbound) requireLoopback(url.hostname.replace(/^\[|\]$/g, ""))
      return inTurn(() => send(url, body, { allowOutbound, timeoutMs }))
    },
  }
}

/** Runs some at a time, the others in the order in which they came. */
function turns() {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (waiting.length >= WAITING) throw new Error(`more than ${WAITING} webhooks wait to be sent`)
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

function send(url: URL, body: unknown, { allowOutbound, timeoutMs }: Required<WebhookOptions>): Promise<number> {
  return new Promise((resolve, reject) => {
    const content = Buffer.from(JSON.stringify(body))
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-length": content.length,
        "user-agent": "Hexarium",
      },
      // A connection of its own: a pooled one may have been opened under other rules.
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
      reject(error.name === "AbortError" ? new Error(`no answer within ${timeoutMs} ms`) : told(error)),
    )
    request.end(content)
  })
}

/** When several addresses fail, the combined error has no text of its own. */
const told = (error: Error): Error =>
  error instanceof AggregateError && error.message === ""
    ? new Error(error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join("; "))
    : error

function readUrl(target: string): URL {
  const url = URL.canParse(target) ? new URL(target) : undefined
  if (url?.protocol === "http:" || url?.protocol === "https:") return url
  throw new Error(`not an http or https URL: ${target}`)
}

function requireLoopback(host: string): void {
  const version = isIP(host)
  if (version === 0 ? LOCAL_NAME.test(host) : loopback.check(host, version === 6 ? "ipv6" : "ipv4")) return
  throw new Error(`${host} is outside the loopback: webhooks leave the machine only with --allow-outbound`)
}

const lookUpLoopback: LookupFunction = (_host, options, done) => {
  if (options.all !== true) return done(null, "127.0.0.1", 4)
  done(null, [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ])
}
