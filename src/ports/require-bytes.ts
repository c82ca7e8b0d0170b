import { DomainError } from "../model/index.ts"
import type { Blobs } from "./blobs.ts"

/** Returns the bytes to which a record refers. Throws SYSTEM_ERROR if the bytes are lost. */
export function requireBytes(blobs: Blobs, key: string, what: string): Uint8Array {
  const bytes = blobs.get(key)
  if (bytes !== undefined) return bytes
  throw new DomainError("SYSTEM_ERROR", "store", `the content of ${what} is lost`, {
    description: `the blob ${key}, which contains ${what}, is missing`,
  })
}
