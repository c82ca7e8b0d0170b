import type { MiddlewareHandler } from "hono"
import { cors } from "hono/cors"

const METHODS = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
const HEADERS = "Authorization, Content-Type, X-Hexarium-World"
const KEPT_HEADERS = `${HEADERS}, X-Hexarium-Min-Version`

/** How pages of other origins may use the API (api.md section 0). */
export interface Cors {
  /** Answers a preflight. */
  readonly preflight: MiddlewareHandler
  /** The headers of every other answer to a request of this origin. Hono's own would have each answer copied to add them. */
  headers(origin: string | undefined): Readonly<Record<string, string>>
}

/** `origins`: the only ones allowed; none given = all. `isKept`: whether worlds are kept in a store, and so have versions to ask for. */
export function corsFor(origins: readonly string[], isKept: boolean): Cors {
  const isOpen = origins.length === 0 || origins.includes("*")
  const any = { "access-control-allow-origin": "*" }
  const stranger = { vary: "Origin" }
  const known = new Map(origins.map((origin) => [origin, { ...stranger, "access-control-allow-origin": origin }]))
  return {
    preflight: cors({
      origin: isOpen ? "*" : [...origins],
      allowMethods: [METHODS],
      allowHeaders: [isKept ? KEPT_HEADERS : HEADERS],
    }),
    headers: (origin) => (isOpen ? any : (known.get(origin ?? "") ?? stranger)),
  }
}
