const METHODS = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
const HEADERS = "Authorization, Content-Type, X-Hexarium-World"

/** The headers that let pages of other origins use the API (api.md section 0). */
export interface Cors {
  /** For every answer to a request of this origin. */
  headers(origin: string | null): Readonly<Record<string, string>>
  /** For the answer to a preflight. */
  preflight(origin: string | null): Record<string, string>
}

/** `origins`: the only ones allowed; none given = all. */
export function corsFor(origins: readonly string[]): Cors {
  const any = { "access-control-allow-origin": "*" }
  const stranger = { vary: "Origin" }
  const known = new Map(origins.map((origin) => [origin, { ...stranger, "access-control-allow-origin": origin }]))
  const headers: Cors["headers"] = (origin) => {
    if (origins.length === 0 || origins.includes("*")) return any
    return (origin === null ? undefined : known.get(origin)) ?? stranger
  }
  return {
    headers,
    preflight: (origin) => ({
      ...headers(origin),
      "access-control-allow-methods": METHODS,
      "access-control-allow-headers": HEADERS,
    }),
  }
}
