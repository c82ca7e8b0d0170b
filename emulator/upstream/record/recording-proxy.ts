import {
  type ClientRequest,
  createServer,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from "node:http"
import { Agent as HttpsAgent, request as requestHttps } from "node:https"
import type { AddressInfo } from "node:net"
import type { Entry } from "har-format"
import { HarWriter } from "../har/har-writer.ts"
import type { HarEntry } from "../har/read-har.ts"
import { UpstreamProblem } from "../upstream-problem.ts"
import { exchangeEntry } from "./exchange-entry.ts"
import { redactEntry } from "./redact-entry.ts"
import { Secrets } from "./secrets.ts"
import { TokenUsers } from "./token-users.ts"

export interface RecordOptions {
  /** Base URL of the API without `/api/v0`. */
  readonly upstream: string
  /** Port to listen on; 0 for any free port. */
  readonly port: number
  readonly host?: string
  /** The HAR file to create. */
  readonly output: string
  /** Called with each recorded request. */
  readonly onRecorded?: (call: { readonly method: string; readonly url: string; readonly status: number }) => void
  /** Called if the file can't be written, after which the proxy must be closed. */
  readonly onFailure?: (error: Error) => void
}

export interface RecordingProxy {
  readonly url: string
  readonly recorded: number
  /** Stops listening and waits until all entries are in the file. */
  close(): Promise<void>
}

/** Size in bytes of the largest recorded body, and of all bodies in memory together. Larger bodies are passed on without being recorded. */
const MOST_BYTES = 16_777_216
const MOST_BYTES_TOGETHER = 268_435_456

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

/** Starts a proxy that passes every request on to the upstream server, and records it in a HAR file. */
export async function startRecording(options: RecordOptions): Promise<RecordingProxy> {
  const writer = await HarWriter.create(options.output)
  const recorder = new Recorder(options, writer)
  const server = createServer((incoming, outgoing) => recorder.pass(incoming, outgoing))
  const { port, host = "127.0.0.1" } = options
  try {
    await listen(server, port, host)
  } catch (error) {
    await writer.close()
    const { code, message } = error as NodeJS.ErrnoException
    throw new UpstreamProblem(
      code === "EADDRINUSE" ? `port ${port} is taken; choose another port, or 0 for any free port` : message,
    )
  }
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${own}`,
    get recorded() {
      return recorder.recorded
    },
    async close() {
      server.closeIdleConnections()
      await new Promise((resolve) => server.close(resolve))
      await recorder.settle()
      await writer.close()
    },
  }
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.off("error", reject)
      resolve()
    })
  })

class Recorder {
  recorded = 0
  readonly #options: RecordOptions
  readonly #writer: HarWriter
  readonly #upstream: URL
  readonly #agent: HttpAgent
  readonly #request: (url: URL, options: object) => ClientRequest
  readonly #secrets = new Secrets()
  readonly #users = new TokenUsers()
  #bytes = 0
  #last: Promise<void> = Promise.resolve()

  constructor(options: RecordOptions, writer: HarWriter) {
    this.#options = options
    this.#writer = writer
    this.#upstream = new URL(options.upstream)
    const isSecure = this.#upstream.protocol === "https:"
    this.#agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
    this.#request = isSecure ? requestHttps : requestHttp
  }

  pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const startedAt = new Date()
    const began = performance.now()
    const url = new URL(`${this.#upstream.href.replace(/\/+$/, "")}${incoming.url ?? "/"}`)
    const method = incoming.method ?? "GET"
    const requestHeaders = passedOn(incoming.rawHeaders)
    const sent = this.#request(url, {
      method,
      agent: this.#agent,
      headers: [...requestHeaders.filter((_, at, all) => !isHost(all, at)), "Host", url.host],
    })
    const requestBody = this.#collect(incoming)
    incoming.pipe(sent)
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) sent.destroy()
    })
    sent.on("error", () => this.#fail(outgoing))
    sent.on("response", (response) => {
      const responseHeaders = passedOn(response.rawHeaders)
      const responseBody = this.#collect(response)
      outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, responseHeaders)
      response.pipe(outgoing)
      response.on("error", () => outgoing.destroy())
      response.on("end", () => {
        this.#record({
          startedAt,
          ms: performance.now() - began,
          method,
          url: url.href,
          httpVersion: `HTTP/${incoming.httpVersion}`,
          requestHeaders,
          requestBody: requestBody(),
          status: response.statusCode ?? 502,
          statusText: response.statusMessage ?? "",
          responseHeaders,
          responseBody: responseBody(),
        })
      })
    })
  }

  /** Collects a body while it is passed on. The result is undefined if the body is too large to be recorded. */
  #collect(stream: IncomingMessage): () => Buffer | undefined {
    const chunks: Buffer[] = []
    let length = 0
    stream.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > MOST_BYTES || this.#bytes + chunk.length > MOST_BYTES_TOGETHER) {
        length = Number.POSITIVE_INFINITY
        for (const { length: freed } of chunks.splice(0)) this.#bytes -= freed
        return
      }
      this.#bytes += chunk.length
      chunks.push(chunk)
    })
    stream.on("close", () => {
      for (const { length: freed } of chunks) this.#bytes -= freed
    })
    return () => (length === Number.POSITIVE_INFINITY ? undefined : Buffer.concat(chunks))
  }

  #fail(outgoing: ServerResponse): void {
    if (outgoing.headersSent || outgoing.destroyed) {
      outgoing.destroy()
      return
    }
    const error = `no server responds at ${this.#upstream.origin}`
    outgoing.writeHead(502, { "content-type": "application/json" })
    outgoing.end(JSON.stringify({ error, error_code: "SYSTEM_ERROR" }))
  }

  #record(exchange: Parameters<typeof exchangeEntry>[0]): void {
    this.#last = this.#last.then(() => this.#write(exchange))
  }

  async #write(exchange: Parameters<typeof exchangeEntry>[0]): Promise<void> {
    try {
      const made = (await exchangeEntry(exchange)) as Entry & HarEntry
      const user = await this.#users.userOf(made)
      const entry = await redactEntry(user === undefined ? made : { ...made, _user: user }, this.#secrets)
      await this.#writer.append(entry)
      this.recorded += 1
      this.#options.onRecorded?.({ method: exchange.method, url: entry.request.url, status: exchange.status })
    } catch (error) {
      this.#options.onFailure?.(error as Error)
    }
  }

  async settle(): Promise<void> {
    await this.#last
    this.#agent.destroy()
  }
}

/** Removes connection headers from a list of names and values. */
function passedOn(raw: readonly string[]): string[] {
  const named = raw.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === "connection" ? (raw[at + 1] ?? "").toLowerCase().split(/\s*,\s*/) : [],
  )
  return raw.filter((_, at) => {
    const name = (raw[at - (at % 2)] ?? "").toLowerCase()
    return !HOP_BY_HOP.has(name) && !named.includes(name)
  })
}

const isHost = (raw: readonly string[], at: number): boolean => (raw[at - (at % 2)] ?? "").toLowerCase() === "host"
