import { matchOperation } from "../../api/index.ts"

/** The operation that a recorded request calls. */
export interface RecordedCall {
  /** The part of the URL before `/api/v0`, which is the base URL of the API. */
  readonly base: string
  /** Path and query below `/api/v0`. */
  readonly path: string
  /** Name of the operation, such as `CreateItem`; for an unknown path, method and path. */
  readonly operation: string
}

const API = /^(https?:\/\/[^?#]*?)\/api\/v0(\/[^#]*)/i

/** Splits a URL into base URL and path below `/api/v0`; undefined for other URLs. */
export function pathInApi(url: string): { readonly base: string; readonly path: string } | undefined {
  const [, base, path] = API.exec(url) ?? []
  return base === undefined || path === undefined ? undefined : { base, path }
}

export function recordedCall(method: string, url: string): RecordedCall | undefined {
  const place = pathInApi(url)
  if (place === undefined) return undefined
  const bare = place.path.replace(/\?.*/s, "")
  const found = matchOperation(method.toUpperCase(), bare)
  return { ...place, operation: found.operation === undefined ? `${method.toUpperCase()} ${bare}` : found.name }
}
