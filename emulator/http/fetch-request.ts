import type { Transport } from "../app.ts"
import { readBytes, readStream } from "./read-body.ts"
import type { WireHeaders, WireRequest } from "./wire-request.ts"

/** A `Request` as the two planes take it. */
export class FetchRequest implements WireRequest {
  readonly path: string
  readonly search: string
  readonly #request: Request
  readonly #transport: Transport

  constructor(request: Request, { pathname, search }: URL, transport: Transport) {
    this.path = pathname
    this.search = search
    this.#request = request
    this.#transport = transport
  }

  get method(): string {
    return this.#request.method
  }

  get headers(): WireHeaders {
    return this.#request.headers
  }

  get body(): WireRequest["body"] {
    return this.#request.body
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  bytes(limit: number): Promise<Uint8Array> {
    const { lengthIsTrue, bodyOfGet } = this.#transport
    return bodyOfGet === undefined ? readBytes(this.#request, lengthIsTrue, limit) : readStream(bodyOfGet, limit)
  }
}
