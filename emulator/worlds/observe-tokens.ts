import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import type { UId } from "../../src/inside.ts"

/** What tells such a token from those that the world keeps; it looks like a JSON Web Token, so that logs hide it as one. */
const HEAD = "eyJvYnNlcnZlIjp0cnVlfQ"

/**
 * Tokens to look at a world as one of its users, without leaving a trace in it (control.md section 3, "tokens"): they are signed and in no
 * table. Nobody else can sign them: the secret is the store's, so that all of its servers know them; without a store it is the machine's,
 * made when the first one is asked for.
 */
export class ObserveTokens {
  #secret: Uint8Array | undefined

  /** `secret`: what the servers of a store share; absent without one. `world`: tokens for one are none for another. */
  constructor(secret?: string, world = 0) {
    if (secret !== undefined) this.#secret = hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`observe ${world}`))
  }

  /** Whether there is any to look for. */
  get isUsed(): boolean {
    return this.#secret !== undefined
  }

  /** `expiresAt`: in milliseconds of the machine's clock. */
  issue(uId: UId, expiresAt: number): string {
    this.#secret ??= crypto.getRandomValues(new Uint8Array(32))
    const claims = bytesToHex(utf8ToBytes(JSON.stringify([uId, expiresAt])))
    return `${HEAD}.${claims}.${this.#sign(claims, this.#secret)}`
  }

  /** The user of a valid token; undefined for any other. `now`: milliseconds of the machine's clock. */
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

/** Takes the same time wherever the first difference is. */
function areEqual(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let at = 0; at < right.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}
