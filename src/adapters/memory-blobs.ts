import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Blobs } from "../ports/blobs.ts"

/** Blobs in a Map. A runtime with a faster SHA-256 than JavaScript's may bring it: text in hex. */
export function memoryBlobs(digest = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))): Blobs {
  const blobs = new Map<string, Uint8Array>()
  return {
    put(bytes) {
      const key = digest(bytes)
      if (!blobs.has(key)) blobs.set(key, bytes)
      return key
    },
    get: (key) => blobs.get(key),
  }
}
