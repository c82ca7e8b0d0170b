import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { addSeconds } from "../../model/calendar/instants.ts"
import { DomainError } from "../../model/error.ts"
import type { Token, User } from "../../model/records/user.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"

const refused = (description: string) => new DomainError("UNAUTHORIZED", "token", "TOKEN_INVALID", { description })

/** The stored token behind a presented text, or the 401 of api.md section 0. */
export function findToken(view: View, text: string | undefined): Token {
  if (text === undefined) throw refused("no token")
  if (text === "") throw refused("malformed Authorization header: expected Bearer <token>")
  const token = view.get("tokens", text)
  if (token === undefined) throw refused("unknown or revoked token")
  if (token.expiresAt !== null && token.expiresAt <= view.now) throw refused("expired token")
  return token
}

/**
 * The secret that signs the world's tokens; it follows from the seed and from the path that the world is served under, so that worlds
 * which began as one don't give out the same tokens. Host and port stay out of it: they differ from run to run.
 */
function secretOf({ scalars, baseUrl }: Tx): Uint8Array {
  const path = baseUrl.replace(/^[a-z]+:\/\/[^/]*/, "")
  return sha256(utf8ToBytes(`hexarium token secret ${scalars.seed}${path}`))
}

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

function base64url(bytes: Uint8Array): string {
  let text = ""
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3)
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    const chars = second === undefined ? 2 : third === undefined ? 3 : 4
    for (let char = 0; char < chars; char += 1) text += BASE64URL[(bits >>> (18 - 6 * char)) & 63]
  }
  return text
}

/** The whole seconds of a JWT's instants. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000)

const encodeJson = (value: unknown): string => base64url(utf8ToBytes(JSON.stringify(value)))

/**
 * Issues a token (api.md section 9.1): a JWT, HS256, with `sub`, `un`, `iat`, `exp` and `jti`. The world keeps it, so it can be
 * revoked; presenting it is proof enough.
 */
export function issueToken(tx: Tx, user: User, ttlHours = tx.settings.tokenTtlHours): string {
  const expiresAt = addSeconds(tx.now, ttlHours * 3600)
  const jti = tx.newId<"jti">()
  const claims = {
    sub: user.uId,
    un: user.username,
    iat: toSeconds(Date.parse(tx.now)),
    exp: toSeconds(Date.parse(expiresAt)),
    jti,
  }
  const unsigned = `${encodeJson({ alg: "HS256", typ: "JWT" })}.${encodeJson(claims)}`
  const token = `${unsigned}.${base64url(hmac(sha256, secretOf(tx), utf8ToBytes(unsigned)))}`
  dropExpired(tx, user)
  tx.put("tokens", { token, uId: user.uId, jti, expiresAt, isFixed: false, createdAt: tx.now })
  return token
}

/** Tokens that can't be used again are forgotten when their user gets a new one. */
function dropExpired(tx: Tx, user: User): void {
  for (const token of tx.list("tokens", "tokensByUser", user.uId)) {
    if (token.expiresAt !== null && token.expiresAt <= tx.now) tx.remove("tokens", token.token)
  }
}

/** Ends every token of a user, fixed ones too, but `except` (api.md sections 2.2 and 2.4). */
export function revokeTokens(tx: Tx, user: User, except?: string): void {
  for (const text of tx.ids("tokensByUser", user.uId)) if (text !== except) tx.remove("tokens", text)
}
