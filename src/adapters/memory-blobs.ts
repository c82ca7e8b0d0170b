import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Blobs } from "../ports/blobs.ts"

/** Blobs in a Map. */
export function memoryBlobs(): Blobs {
  const blobs = new Map<string, Uint8Array>()
  return {
    put(bytes) {
      const key = bytesToHex(sha256(bytes))
      if (!blobs.has(key)) blobs.set(key, bytes)
      return key
    },
    get: (key) => blobs.get(key),
  }
}
