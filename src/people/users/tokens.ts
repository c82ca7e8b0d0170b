import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { addSeconds, DomainError, encodeBase64Url, type UId } from "../../model/index.ts"
import type { Token, User } from "../../model/records/index.ts"
import type { Tx, View } from "../../state/index.ts"

const invalidToken = (description: string) => new DomainError("UNAUTHORIZED", "token", "TOKEN_INVALID", { description })

/** Finds a valid token. If there is none, throws the error for status 401 (api.md section 0). */
export function findToken(view: View, text: string | undefined): Token {
  if (text === undefined) throw invalidToken("no token")
  if (text === "") throw invalidToken("malformed Authorization header: expected Bearer <token>")
  const token = view.get("tokens", text)
  if (token === undefined) throw invalidToken("unknown or revoked token")
  if (token.expiresAt !== null && token.expiresAt <= view.now) throw invalidToken("expired token")
  return token
}

/** Returns the user of a valid token. Throws as `findToken` does, also if a version of the past has no such user yet. */
export function userOfToken(world: { tokenView(): View; view(): View }, text: string | undefined): UId {
  const { uId } = findToken(world.tokenView(), text)
  if (world.view().get("users", uId) === undefined)
    throw invalidToken("the token's user does not exist at this version")
  return uId
}

/** Returns the user of a valid token; null for any other token. */
export function holderOf(view: View, text: string | null): UId | null {
  const token = text === null ? undefined : view.get("tokens", text)
  const isValid = token !== undefined && (token.expiresAt === null || token.expiresAt > view.now)
  return isValid ? token.uId : null
}

/** Returns the signing secret. It depends on the URL path, because forks must issue different tokens, but not on the host. */
function secretOf({ scalars, baseUrl }: Tx): Uint8Array {
  const path = baseUrl.replace(/^[a-z]+:\/\/[^/]*/, "")
  return sha256(utf8ToBytes(`hexarium token secret ${scalars.seed}${path}`))
}

/** Converts milliseconds to whole seconds, the unit of time in JWTs. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000)

const encodeJson = (value: unknown): string => encodeBase64Url(utf8ToBytes(JSON.stringify(value)))

/** Issues a JWT (api.md section 9.1) and stores it, so that it can be revoked. `findToken` does not verify the signature. */
export function issueToken(tx: Tx, user: User, ttlHours = tx.settings.tokenTtlHours): string {
  const expiresAt = addSeconds(tx.now, ttlHours * 3600)
  const jti = tx.newTokenId()
  const claims = {
    sub: user.uId,
    un: user.username,
    iat: toSeconds(Date.parse(tx.now)),
    exp: toSeconds(Date.parse(expiresAt)),
    jti,
  }
  const unsigned = `${encodeJson({ alg: "HS256", typ: "JWT" })}.${encodeJson(claims)}`
  const token = `${unsigned}.${encodeBase64Url(hmac(sha256, secretOf(tx), utf8ToBytes(unsigned)))}`
  dropExpired(tx, user)
  tx.put("tokens", { token, uId: user.uId, jti, expiresAt, isFixed: false, createdAt: tx.now })
  return token
}

function dropExpired(tx: Tx, user: User): void {
  for (const token of tx.list("tokens", "tokensByUser", user.uId)) {
    if (token.expiresAt !== null && token.expiresAt <= tx.now) tx.remove("tokens", token.token)
  }
}

/** Revokes all tokens of a user, including fixed tokens, but not the token `except` (api.md sections 2.2 and 2.4). */
export function revokeTokens(tx: Tx, user: User, except?: string): void {
  for (const text of tx.ids("tokensByUser", user.uId)) if (text !== except) tx.remove("tokens", text)
}
