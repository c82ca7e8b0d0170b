import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import type { UId } from "../../src/model/index.ts"

/** Prefix of all observer tokens. It looks like a JSON Web Token, so that logs hide the token. */
const HEAD = "eyJvYnNlcnZlIjp0cnVlfQ"

/**
 * Signs and verifies tokens to observe a world as one of its users, without a trace in the world (control.md section 3,
 * "tokens"). Tokens are not stored. All servers of a store share the store's secret; without a store, the secret is
 * random and created with the first token.
 */
export class ObserveTokens {
  #secret: Uint8Array | undefined
  /** Whether any valid token can exist. */
  isUsed = false

  /** `secret` is shared by the servers of a store and undefined without a store. Tokens are valid only for `world`. */
  constructor(secret?: string, world = 0) {
    if (secret === undefined) return
    this.#secret = hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`observe ${world}`))
    this.isUsed = true
  }

  /** Creates a token. `expiresAt` is in milliseconds by the machine's clock. */
  issue(uId: UId, expiresAt: number): string {
    this.#secret ??= crypto.getRandomValues(new Uint8Array(32))
    this.isUsed = true
    const claims = bytesToHex(utf8ToBytes(JSON.stringify([uId, expiresAt])))
    return `${HEAD}.${claims}.${this.#sign(claims, this.#secret)}`
  }

  /** Returns a valid token's user, otherwise undefined. `now` is in milliseconds by the machine's clock. */
  userOf(token: string, now: number): UId | undefined {
    const [head, claims = "", signature = ""] = token.split(".")
    if (this.#secret === undefined || head !== HEAD) return undefined
    if (!areEqual(signature, this.#sign(claims, this.#secret))) return undefined
    const [uId, expiresAt] = JSON.parse(new TextDecoder().decode(hexToBytes(claims))) as [UId, number]
    return now < expiresAt ? uId : undefined
  }

  #sign(claims: string, secret: Uint8Array): string {
    return bytesToHex(hmac(sha256, secret, utf8ToBytes(claims)))
  }
}

/** Compares two strings in constant time. */
function areEqual(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let at = 0; at < right.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}
