import type { IncomingMessage, ServerResponse } from "node:http"
import { tooLarge } from "./limits.ts"
import { endedEarly, joinChunks } from "./read-body.ts"
import type { WireHeaders, WireRequest } from "./wire-request.ts"

/** Targets below /api, /w and /_hexarium that a URL would leave as they are. */
const PLAIN_TARGET = /^\/(?:api|w|_hexarium)\/[\w\-~%!$&'()*+,;=:@/.]*(?:\?[\w\-~%!$&()*+,;=:@/.?]*)?$/
/** Dot segments, also the escaped ones. */
const DOT_SEGMENT = /\/(?:\.|%2e)/i

/**
 * A request to the API or the control plane straight from its socket: no `Request`, URL or stream is made of it, which would
 * cost more than most operations do. Undefined for every other target, and for those that have to be read as URLs are.
 */
export function socketRequest(incoming: IncomingMessage, outgoing: ServerResponse): WireRequest | undefined {
  const target = incoming.url ?? ""
  if (!PLAIN_TARGET.test(target) || DOT_SEGMENT.test(target)) return undefined
  const queryAt = target.indexOf("?")
  return new SocketRequest(
    incoming,
    outgoing,
    queryAt < 0 ? target : target.slice(0, queryAt),
    queryAt < 0 || queryAt === target.length - 1 ? "" : target.slice(queryAt),
  )
}

class SocketRequest implements WireRequest, WireHeaders {
  readonly path: string
  readonly search: string
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, path: string, search: string) {
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.path = path
    this.search = search
  }

  get method(): string {
    return this.#incoming.method ?? ""
  }

  get headers(): WireHeaders {
    return this
  }

  get(name: string): string | null {
    const value = this.#incoming.headers[name]
    return typeof value === "string" ? value : (value?.join(", ") ?? null)
  }

  /** Leaving it early keeps the connection, so that the answer can still be sent. */
  get body(): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => this.#incoming.iterator({ destroyOnReturn: false }) }
  }

  get signal(): AbortSignal {
    const gone = new AbortController()
    if (this.#outgoing.closed) gone.abort()
    else this.#outgoing.once("close", () => gone.abort())
    return gone.signal
  }

  bytes(limit: number): Promise<Uint8Array> {
    const incoming = this.#incoming
    return new Promise((resolve, reject) => {
      if (Number(this.get("content-length") ?? 0) > limit) throw tooLarge(limit)
      if (incoming.destroyed) throw endedEarly(new Error("the connection was closed"))
      const chunks: Uint8Array[] = []
      let length = 0
      const receive = (chunk: Uint8Array) => {
        length += chunk.length
        chunks.push(chunk)
        if (length <= limit) return
        incoming.off("data", receive)
        reject(tooLarge(limit))
      }
      incoming.on("data", receive)
      incoming.once("end", () => resolve(joinChunks(chunks, length)))
      incoming.once("error", (error) => reject(endedEarly(error)))
    })
  }
}
