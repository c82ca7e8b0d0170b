import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { canonicalJson } from "./canonical.ts"

/**
 * The digest of a set of records: the lane-wise sum of their SHA-256 hashes, so that it does not depend on
 * their order, and a part of the set can be digested once and remembered.
 */
export type Digest = Uint32Array

const LANES = 8

export const emptyDigest = (): Digest => new Uint32Array(LANES)

export function addDigest(sum: Digest, part: Digest): void {
  for (let lane = 0; lane < LANES; lane += 1) sum[lane] = (sum[lane] as number) + (part[lane] as number)
}

export function recordDigest(record: object): Digest {
  const bytes = sha256(utf8ToBytes(canonicalJson(record)))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: LANES }, (_, lane) => view.getUint32(lane * 4))
}

export const digestHex = (digest: Digest): string =>
  Array.from(digest, (lane) => lane.toString(16).padStart(8, "0")).join("")

/** SHA-256 of a text, in hex. */
export const textDigest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
