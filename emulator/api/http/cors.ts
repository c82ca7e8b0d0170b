import type { MiddlewareHandler } from "hono"
import { cors } from "hono/cors"

const METHODS = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
const EXPOSED_HEADERS = [
  "Content-Disposition",
  "Retry-After",
  "X-Hexarium-World",
  "X-Hexarium-Request",
  "X-Hexarium-Ignored",
  "X-Hexarium-Findings",
  "X-Hexarium-Version",
  "X-Hexarium-Dry-Run",
]
/** Number of seconds for which browsers may cache a preflight response. */
const MAX_AGE = 600

/** Handler of preflights and headers for cross-origin requests (api.md section 0). */
export interface Cors {
  readonly preflight: MiddlewareHandler
  /** Returns the CORS headers of all other responses. Hono's middleware would copy each response to add headers. */
  headers(origin: string | undefined): Readonly<Record<string, string>>
}

/** Allows the given origins, or all origins if the list is empty. `credentials` allows their pages to send cookies. */
export function corsFor(origins: readonly string[], credentials: boolean): Cors {
  const isOpen = origins.length === 0 || origins.includes("*")
  const exposed = { "access-control-expose-headers": EXPOSED_HEADERS.join(", ") }
  const any = { ...exposed, "access-control-allow-origin": "*" }
  const stranger = { vary: "Origin" }
  const allowed = credentials ? { ...exposed, "access-control-allow-credentials": "true" } : exposed
  const known = new Map(
    origins.map((origin) => [origin, { ...stranger, ...allowed, "access-control-allow-origin": origin }]),
  )
  return {
    // `allowHeaders` is not set, so Hono allows all headers that the preflight asks for.
    preflight: cors({
      origin: isOpen ? "*" : [...origins],
      allowMethods: [METHODS],
      exposeHeaders: EXPOSED_HEADERS,
      maxAge: MAX_AGE,
      credentials,
    }),
    headers: (origin) => (isOpen ? any : (known.get(origin ?? "") ?? stranger)),
  }
}

export const isOrigin = (text: unknown): boolean =>
  typeof text === "string" && URL.canParse(text) && new URL(text).origin === text.toLowerCase()

/** Returns whether the list contains only named origins, and not `*` or `null`. A sandboxed frame has the origin `null`. */
export const areNamed = (origins: readonly string[] | undefined): boolean =>
  origins !== undefined && origins.length > 0 && origins.every(isOrigin)
