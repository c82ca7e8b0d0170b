/** The headers of a request, by lower-case name. */
export interface WireHeaders {
  get(name: string): string | null
}

/** A request to the API or the control plane, whatever brought it: a `Request`, or a socket without the cost of making one. */
export interface WireRequest {
  readonly method: string
  /** As a URL has it: with its percent escapes, without dot segments. */
  readonly path: string
  /** The query with its question mark; "" for none. */
  readonly search: string
  readonly headers: WireHeaders
  /** The whole body, of which at most `limit` bytes are taken. Asked for once. */
  readonly bytes: (limit: number) => Promise<Uint8Array>
  /** The body as it comes, for those who do not ask for its bytes; null for none. */
  readonly body: AsyncIterable<Uint8Array> | null
  /** Aborted when the client goes away, or has its answer. */
  readonly signal: AbortSignal
}
