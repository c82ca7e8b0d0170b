import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import type { UId } from "../../src/model/index.ts"

/** Prefix of all observer tokens. It looks like that of a JSON Web Token, so that log filters also mask observer tokens. */
const HEAD = "eyJvYnNlcnZlIjp0cnVlfQ"

/**
 * Signs and verifies tokens with which a client observes a world as one of its users, without leaving a trace in it
 * (control.md section 3, "tokens"). Tokens are not stored. All servers that share a store use the same secret. Without
 * a store, the secret is random and created with the first token.
 */
export class ObserveTokens {
  #secret: Uint8Array | undefined
  /** Whether valid tokens may exist. If false, requests need no check for observer tokens. */
  isUsed = false

  /** `secret` is the store's, or undefined without a store. `world` is the number of the only world that accepts the tokens. */
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
