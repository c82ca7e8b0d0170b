import type { RootBody } from "../../../src/engine/index.ts"
import type { Store, WorldRow } from "../../../src/ports/index.ts"

/** Number of pages per read, and number of children of a page that are looked at. */
const CHUNK = 256
const MAX_SAMPLED_CHILDREN = 3
/** Bytes of the slots and indexes that each record needs at least, besides its content. */
const BYTES_PER_RECORD = 100
const POINTER = 8
/** Bytes that a server without records needs. */
const OWN_BYTES = 20 * 1_048_576
/** The estimate is rarely too high. A start is only refused if it fails even if the estimate is too high by this part. */
const CERTAIN_PART = 0.9
const MIB = 1_048_576

/** Returns why a heap with this limit can't hold a state of this estimated size; undefined if it may. Sizes are in bytes. */
export function whyHeapTooSmall(bytes: number, limit: number): string | undefined {
  if (OWN_BYTES + bytes * CERTAIN_PART <= limit) return undefined
  const mebibytes = (size: number) => Math.ceil(size / MIB)
  // Indexes, changes and garbage need about as much again as the records.
  return `needs at least ${mebibytes(OWN_BYTES + bytes)} MiB of heap for its worlds, but Node.js is limited to ${mebibytes(limit)} MiB; set NODE_OPTIONS=--max-old-space-size=${mebibytes(OWN_BYTES * 5 + bytes * 2)}`
}

/**
 * Estimates the bytes of heap for a store's largest state, from its root page and from samples of its records. Worlds share what they have
 * in common, so all worlds together need this memory, and more.
 */
export async function heapOfLargestState(store: Store, rows: readonly WorldRow[]): Promise<number> {
  const ids = [...new Set(rows.map(({ root }) => root))]
  let largest: RootBody["tables"] = []
  for (let from = 0; from < ids.length; from += CHUNK) {
    for (const body of await bodiesOf(store, ids.slice(from, from + CHUNK))) {
      const { tables } = JSON.parse(body) as RootBody
      if (slotsIn(tables) > slotsIn(largest)) largest = tables
    }
  }
  let bytes = 0
  for (const { length, shift, page } of largest) bytes += length * (await bytesPerSlot(store, page, shift))
  return bytes
}

const slotsIn = (tables: RootBody["tables"]): number => tables.reduce((sum, { length }) => sum + length, 0)

/** Returns the mean size of the records in some pages of a table. Empty slots count as records of size 0. */
async function bytesPerSlot(store: Store, root: string, shift: number): Promise<number> {
  let level = [root]
  for (let left = shift; left > 0; left -= 5) {
    const bodies = await bodiesOf(store, level)
    level = bodies.flatMap((body) => sampleIds((JSON.parse(body) as (string | null)[]).filter((id) => id !== null)))
  }
  let [slots, bytes] = [0, 0]
  for (const body of await bodiesOf(store, level)) {
    let last: unknown
    for (const record of JSON.parse(body) as (object | null)[]) {
      slots += 1
      if (record === null) continue
      bytes += BYTES_PER_RECORD + sizeOf(record, last)
      last = record
    }
  }
  return slots === 0 ? 0 : bytes / slots
}

const bodiesOf = async (store: Store, ids: readonly string[]): Promise<string[]> =>
  (await store.pages([...new Set(ids)])).map(({ body }) => body)

/** Returns the first and the last ID, and some between them. */
const sampleIds = (ids: readonly string[]): string[] =>
  ids.length <= MAX_SAMPLED_CHILDREN
    ? [...ids]
    : Array.from(
        { length: MAX_SAMPLED_CHILDREN },
        (_, at) => ids[Math.round((at * (ids.length - 1)) / (MAX_SAMPLED_CHILDREN - 1))] as string,
      )

/** Estimates the bytes of a value in V8's heap. A record shares the parts that are equal in the record `like` before it. */
function sizeOf(value: unknown, like: unknown): number {
  if (typeof value === "string") return value === like ? 0 : 2 * POINTER + value.length
  if (typeof value === "number") return Number.isInteger(value) ? 0 : 2 * POINTER
  if (typeof value !== "object" || value === null || JSON.stringify(value) === JSON.stringify(like)) return 0
  const before = (typeof like === "object" && like !== null ? like : {}) as Record<string, unknown>
  const entries = Object.entries(value)
  return entries.reduce((sum, [key, part]) => sum + POINTER + sizeOf(part, before[key]), 3 * POINTER)
}
