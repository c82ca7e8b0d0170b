import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { type BlobList, type BlobNames, type Blobs, keysOf, type RetainedBlobs } from "../blobs.ts"

/** Size in bytes up to which JavaScript's SHA-256 is faster than loading the runtime's own. */
const MAX_SMALL_BYTES = 16_384

const digestOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/** Number of new bytes after which a sweep frees unused blobs. */
const SWEEP_BYTES = 32 * 1_048_576

/**
 * Creates a blob store in a Map. `digestOfLarge` is a faster SHA-256 in hex for large blobs, such as the runtime's own.
 *
 * @example
 * ```ts
 * import { createWorld, memoryBlobs } from "hexarium"
 *
 * const blobs = memoryBlobs()
 * const world = await createWorld({ fixture, ports: { blobs } })
 * ```
 */
export function memoryBlobs(digestOfLarge = digestOf): Blobs {
  const blobs = new Map<string, Uint8Array>()
  const owners = new Map<WeakRef<object>, () => BlobNames>()
  const refs = new WeakMap<object, WeakRef<object>>()
  const retained = new Set<{ readonly names: BlobNames; readonly keys: ReadonlySet<string> }>()
  /** Lists whose blobs are all stored. */
  let complete = new WeakSet<BlobList>()
  let newBytes = 0
  let seen: ReadonlySet<BlobList> = new Set()
  /** True if no blob was stored and no view was released since the last sweep. Only changed lists can then free blobs. */
  let isSettled = true

  /** Returns all lists of owners and views, and the keys in them. */
  const listed = (): { lists: Set<BlobList>; keys: Set<string> } => {
    const lists = new Set<BlobList>()
    const keys = new Set<string>()
    const add = (names: BlobNames): void => {
      for (const key of keysOf(names, lists)) keys.add(key)
    }
    for (const [ref, names] of owners) {
      if (ref.deref() === undefined) owners.delete(ref)
      else add(names())
    }
    for (const { names } of retained) add(names)
    return { lists, keys }
  }
  const sweep = (): void => {
    newBytes = 0
    const { lists, keys } = listed()
    if (isSettled && lists.size === seen.size && [...lists].every((list) => seen.has(list))) return
    for (const view of retained) for (const key of view.keys) keys.add(key)
    for (const key of blobs.keys()) if (!keys.has(key)) blobs.delete(key)
    complete = new WeakSet([...lists].filter((list) => complete.has(list)))
    seen = lists
    isSettled = true
  }
  /** Adds the keys without bytes to `lost`. Skips complete lists. */
  const findLost = (list: BlobList, lost: string[]): void => {
    if (complete.has(list)) return
    const before = lost.length
    for (const part of list) {
      if (typeof part !== "string") findLost(part, lost)
      else if (!blobs.has(part)) lost.push(part)
    }
    if (lost.length === before) complete.add(list)
  }

  const port: Blobs = {
    put(bytes) {
      const key = bytes.length > MAX_SMALL_BYTES ? digestOfLarge(bytes) : digestOf(bytes)
      isSettled = false
      if (blobs.has(key)) return key
      blobs.set(key, bytes)
      // The sweep runs later, so that the caller can first store a reference to the key or retain it.
      if (newBytes <= SWEEP_BYTES && newBytes + bytes.length > SWEEP_BYTES) void Promise.resolve().then(sweep)
      newBytes += bytes.length
      return key
    },
    get: (key) => blobs.get(key),
    missing(names) {
      const lost: string[] = []
      for (const list of names) findLost(list, lost)
      return lost
    },
    retainedBy(owner, namesOf) {
      const ref = new WeakRef(owner)
      refs.set(owner, ref)
      owners.set(ref, () => {
        const alive = ref.deref()
        return alive === undefined ? [] : namesOf(alive)
      })
    },
    release(owner) {
      const ref = refs.get(owner)
      if (ref !== undefined) owners.delete(ref)
    },
    retain(names) {
      const keys = new Set<string>()
      const retention = { names: [...names], keys }
      retained.add(retention)
      const keep = (key: string): void => {
        if (retained.has(retention)) keys.add(key)
      }
      return {
        ...port,
        put(bytes) {
          const key = port.put(bytes)
          keep(key)
          return key
        },
        get(key) {
          const bytes = blobs.get(key)
          if (bytes !== undefined) keep(key)
          return bytes
        },
        missing(wanted) {
          if (retained.has(retention)) retention.names.push(...wanted)
          return port.missing?.(wanted) ?? []
        },
        release() {
          if (retained.delete(retention)) isSettled = false
          keys.clear()
        },
      } satisfies RetainedBlobs
    },
    sweep,
  }
  return port
}
