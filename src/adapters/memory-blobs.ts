import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Blobs } from "../ports/blobs.ts"

/** Up to this many bytes a digest is made sooner than a runtime's own is loaded. */
const SMALL = 16_384

const digestOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/**
 * Blobs in a Map. `digestOfLarge` is for runtimes that have a faster SHA-256 (as hex) than JavaScript's; small blobs don't
 * use it.
 */
export function memoryBlobs(digestOfLarge = digestOf): Blobs {
  const blobs = new Map<string, Uint8Array>()
  return {
    put(bytes) {
      const key = bytes.length > SMALL ? digestOfLarge(bytes) : digestOf(bytes)
      if (!blobs.has(key)) blobs.set(key, bytes)
      return key
    },
    get: (key) => blobs.get(key),
  }
}
