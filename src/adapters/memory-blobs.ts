import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Blobs } from "../ports/blobs.ts"
import { systemClock } from "./system-clock.ts"

/** Up to this many bytes a digest is made sooner than a runtime's own is loaded. */
const SMALL = 16_384

const digestOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/** What is put is named only later, when its change is stored: until then it must not be freed. */
const UNNAMED_MS = 1000
/** After so many new bytes a sweep is due, also where nobody else asks for one. */
const SWEEP_BYTES = 32 * 1_048_576

type Names = readonly (readonly string[])[]

interface Blob {
  readonly bytes: Uint8Array
  /** Since when nobody is known to name it, by the machine's clock. */
  unnamedSince: number | undefined
}

/**
 * Blobs in a Map. `digestOfLarge` is for runtimes that have a faster SHA-256 (as hex) than JavaScript's; small blobs don't
 * use it.
 */
export function memoryBlobs(digestOfLarge = digestOf): Blobs {
  const blobs = new Map<string, Blob>()
  const owners = new Map<WeakRef<object>, () => Names>()
  const refs = new WeakMap<object, WeakRef<object>>()
  let newBytes = 0
  let seen: ReadonlySet<readonly string[]> = new Set()
  let isSettled = true

  const listsOfOwners = (): Set<readonly string[]> => {
    const lists = new Set<readonly string[]>()
    for (const [ref, names] of owners) {
      if (ref.deref() === undefined) owners.delete(ref)
      else for (const list of names()) lists.add(list)
    }
    return lists
  }
  const sweep = (): void => {
    const lists = listsOfOwners()
    if (isSettled && lists.size === seen.size && [...lists].every((list) => seen.has(list))) return
    const named = new Set<string>()
    for (const list of lists) for (const key of list) named.add(key)
    const now = systemClock.now()
    isSettled = true
    for (const [key, blob] of blobs) {
      if (named.has(key)) {
        blob.unnamedSince = undefined
        continue
      }
      blob.unnamedSince ??= now
      if (now - blob.unnamedSince >= UNNAMED_MS) blobs.delete(key)
      else isSettled = false
    }
    seen = lists
    newBytes = 0
  }

  return {
    put(bytes) {
      const key = bytes.length > SMALL ? digestOfLarge(bytes) : digestOf(bytes)
      const known = blobs.get(key)
      if (known === undefined) {
        newBytes += bytes.length
        if (newBytes > SWEEP_BYTES) sweep()
        blobs.set(key, { bytes, unnamedSince: systemClock.now() })
      } else if (known.unnamedSince !== undefined) {
        known.unnamedSince = systemClock.now()
      }
      isSettled = false
      return key
    },
    get: (key) => blobs.get(key)?.bytes,
    heldBy(owner, namesOf) {
      const ref = new WeakRef(owner)
      refs.set(owner, ref)
      owners.set(ref, () => {
        const alive = ref.deref()
        return alive === undefined ? [] : namesOf(alive)
      })
    },
    letGo(owner) {
      const ref = refs.get(owner)
      if (ref !== undefined) owners.delete(ref)
    },
    sweep,
  }
}
