import type { RequestHeaders } from "./accept.ts"

const WITH_SCHEME = /^Bearer +(\S+)$/i
/** Matches one word, too, but not the scheme without a token. */
const WITH_OR_WITHOUT_SCHEME = /^(?:Bearer +|(?!Bearer$))(\S+)$/i

/**
 * Returns the token in the value of an Authorization header. A value of one word is the token itself (api.md section 0).
 * Returns null for other values.
 */
export const tokenIn = (authorization: string): string | null => WITH_OR_WITHOUT_SCHEME.exec(authorization)?.[1] ?? null

/** Returns the token of a request; null if the header is missing or malformed. If `isStrict`, the token needs the scheme Bearer. */
export function bearer(headers: RequestHeaders, isStrict: boolean): string | null {
  const authorization = headers.get("authorization") ?? ""
  return isStrict ? (WITH_SCHEME.exec(authorization)?.[1] ?? null) : tokenIn(authorization)
}
