import type { UId } from "../../src/model/index.ts"
import { findToken } from "../../src/people/index.ts"
import type { HubUser } from "../api/index.ts"
import { bearer, type RequestHeaders } from "../wire/index.ts"
import type { NamedWorld } from "../worlds/index.ts"

/** Returns a token's user; undefined if the world does not accept the token. */
export function userOfToken({ world, observeTokens }: NamedWorld, token: string): UId | undefined {
  const stored = world.view().get("tokens", token)
  if (stored !== undefined && (stored.expiresAt === null || stored.expiresAt > world.now)) return stored.uId
  return observeTokens.isUsed ? observeTokens.userOf(token, Date.now()) : undefined
}

/**
 * Returns the user and the token of a request to the hub. Throws the error for status 401 if there is no valid token
 * (hub.md section 1).
 */
export function requireToken(
  named: NamedWorld,
  target: string,
  headers: RequestHeaders,
): Pick<HubUser, "uId" | "token"> {
  const given = tokensIn(target) ?? [bearer(headers, true) ?? undefined]
  for (const token of given) {
    const uId = token && userOfToken(named, token)
    if (token !== undefined && uId) return { uId, token }
  }
  const { token, uId } = findToken(named.world.view(), given[0])
  return { uId, token }
}

/** Returns the token in the query: as it was sent and, if it contains percent escapes, also unescaped. A `+` stays a plus sign. */
function tokensIn(target: string): readonly string[] | undefined {
  const query = target.replace(/^[^?]*\??/, "").replace(/#.*$/s, "")
  for (const name of ["token", "access_token"]) {
    const pair = query.split("&").find((one) => one.startsWith(`${name}=`))
    if (pair === undefined) continue
    const sent = pair.slice(name.length + 1)
    return sent.includes("%") ? [sent, unescapeText(sent)] : [sent]
  }
  return undefined
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi

/** Replaces valid percent escapes and leaves all others as they are. */
function unescapeText(text: string): string {
  return text.replaceAll(ESCAPES, (escapes) => {
    const bytes = escapes
      .split("%")
      .slice(1)
      .map((hex) => Number.parseInt(hex, 16))
    return new TextDecoder().decode(new Uint8Array(bytes))
  })
}
