import type { Transport } from "../app.ts"
import { readBytes, readStream } from "./read-body.ts"
import type { WireRequest } from "./wire-request.ts"

/** A `Request` as the two planes take it. */
export const fetchRequest = (request: Request, url: URL, { lengthIsTrue, bodyOfGet }: Transport): WireRequest => ({
  method: request.method,
  path: url.pathname,
  search: url.search,
  headers: request.headers,
  bytes: (limit) => (bodyOfGet === undefined ? readBytes(request, lengthIsTrue, limit) : readStream(bodyOfGet, limit)),
  body: request.body,
  get signal() {
    return request.signal
  },
})
