import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from "node:http"
import { Agent as HttpsAgent, request as requestHttps } from "node:https"
import { sentHeaders } from "./passed-headers.ts"

/** Sends requests to the upstream server. */
export class UpstreamLink {
  readonly #base: URL
  readonly #agent: HttpAgent
  readonly #request: (options: RequestOptions) => ClientRequest
  /** ID of this recorder, by which it recognizes its own requests. */
  readonly recorder = crypto.randomUUID()

  constructor(upstream: string) {
    this.#base = new URL(upstream)
    const isSecure = this.#base.protocol === "https:"
    this.#agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
    this.#request = isSecure ? requestHttps : requestHttp
  }

  get origin(): string {
    return this.#base.origin
  }

  /** Returns the URL at the upstream server of a path with its query. */
  urlOf(path: string): string {
    return this.#base.origin + this.#pathOf(path)
  }

  /** Begins a request with the method and the headers of a client's request. `passed` are the headers to pass on. Throws for invalid ones. */
  begin(incoming: IncomingMessage, path: string, passed: readonly string[], asksFor?: string): ClientRequest {
    const { hostname, port, host } = this.#base
    const upgrade = asksFor === undefined ? [] : ["Connection", "Upgrade", "Upgrade", asksFor]
    return this.#request({
      hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
      port,
      path: this.#pathOf(path),
      method: incoming.method ?? "GET",
      headers: [...sentHeaders(incoming, passed, this.recorder, host), ...upgrade] as never,
      ...(asksFor === undefined ? { agent: this.#agent } : { agent: false }),
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #pathOf(path: string): string {
    return this.#base.pathname.replace(/\/+$/, "") + path
  }
}
