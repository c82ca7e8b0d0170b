import { DomainError } from "../model/error.ts"
import type { Blobs } from "./blobs.ts"

/** The bytes that a record names. Refuses where nobody has them: a record must never seem to name none. */
export function requireBytes(blobs: Blobs, key: string, what: string): Uint8Array {
  const bytes = blobs.get(key)
  if (bytes !== undefined) return bytes
  throw new DomainError("SYSTEM_ERROR", "store", `the bytes of ${what} are lost`, {
    description: `nobody has the blob ${key}, which ${what} names`,
  })
}
