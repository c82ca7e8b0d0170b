import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/**
 * Digest of a set of records: the element-wise sum of the records' digests. Order therefore does not matter, and partial sums can be
 * cached. Has 64 bits and is not safe against attackers; a cryptographic hash would be too slow.
 */
export type Digest = Uint32Array

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

/** Returns the digest of a JSON object. Ignores property order and undefined properties. */
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

/** Mixes a hash (MurmurHash3 finalizer), so that every input bit affects every output bit. */
function scatter(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

export const digestHex = (digest: Digest): string =>
  Array.from(digest, (lane) => lane.toString(16).padStart(8, "0")).join("")

export const textDigest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** Returns JSON with sorted keys and without undefined properties, so that equal values give equal strings. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  const record = value as Record<string, unknown>
  const members: string[] = []
  for (const key of Object.keys(record).sort()) {
    if (record[key] !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(record[key])}`)
  }
  return `{${members.join(",")}}`
}
