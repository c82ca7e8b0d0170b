import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/**
 * The digest of a set of records: the lane-wise sum of the records' own, so that it does not depend on their order, and a
 * part of the set can be digested once and remembered. 64 bits, to tell states apart rather than to resist an adversary: a
 * cryptographic hash of every record would be far too slow for large worlds.
 */
export type Digest = Uint32Array

/** One start value a lane. */
const LANES = [0x243f6a88, 0x85a308d3]

const OBJECT = 0x13198a2e
const ARRAY = 0x03707344
const STRING = 0x299f31d0
const NUMBER = 0x082efa98
const LITERAL = 0x452821e6

export const emptyDigest = (): Digest => new Uint32Array(LANES.length)

export function addDigest(sum: Digest, part: Digest): void {
  for (let lane = 0; lane < LANES.length; lane += 1) sum[lane] = (sum[lane] as number) + (part[lane] as number)
}

/** Of JSON: equal values have equal digests, whatever the order of their members; an undefined member counts as absent. */
export const recordDigest = (record: object): Digest => Uint32Array.from(LANES, (seed) => hashOf(record, seed))

function hashOf(value: unknown, seed: number): number {
  if (typeof value === "string") return hashText(value, seed ^ STRING)
  if (typeof value === "number") return hashText(String(value), seed ^ NUMBER)
  if (value === null || typeof value !== "object") return hashText(String(value), seed ^ LITERAL)
  if (Array.isArray(value)) {
    let hash = seed ^ ARRAY
    for (const part of value) hash = scatter(hash + hashOf(part, seed))
    return scatter(hash ^ value.length)
  }
  let sum = seed ^ OBJECT
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key]
    if (member !== undefined) sum = (sum + scatter(hashText(key, seed) ^ scatter(hashOf(member, seed)))) | 0
  }
  return scatter(sum)
}

function hashText(text: string, seed: number): number {
  let hash = seed ^ text.length
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995)
    hash ^= hash >>> 15
  }
  return scatter(hash)
}

/** The finish of MurmurHash3: every bit of the input moves every bit of the output. */
function scatter(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

export const digestHex = (digest: Digest): string =>
  Array.from(digest, (lane) => lane.toString(16).padStart(8, "0")).join("")

/** SHA-256 of a text, in hex. */
export const textDigest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
