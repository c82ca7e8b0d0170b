import type { Blobs } from "../ports/index.ts"
import { blobsOfState, type Patch, type State, type TableName, useOf } from "../state/index.ts"
import { differingSlots } from "./compare-states.ts"
import type { KeptVersion } from "./kept-version.ts"
import { recordBytes } from "./record-bytes.ts"

/** Estimated memory in bytes of a version and of the nodes that only this version's state has. */
const VERSION_BYTES = 2048

type Removed = readonly [table: TableName, record: object]

/** Default of `--history-size`. */
export const DEFAULT_HISTORY_BYTES = 256 * 1_048_576

/**
 * Limits the memory of all histories of a server (insight.md section 1). Each record and file is counted once, at the version that is the
 * last to hold it. Above the limit, the oldest versions of all worlds are dropped.
 */
export class HistoryRoom {
  readonly #limit: number
  /** Oldest first. */
  readonly #versions = new Set<KeptVersion>()
  readonly #holders = new WeakMap<object, KeptVersion>()
  readonly #fileHolders = new Map<string, KeptVersion>()
  #bytes = 0

  constructor(limit = DEFAULT_HISTORY_BYTES) {
    this.#limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  enter(version: KeptVersion): void {
    this.#versions.add(version)
    this.#add(version, VERSION_BYTES)
  }

  leave(version: KeptVersion): void {
    if (!this.#versions.delete(version)) return
    this.#bytes -= version.bytes
    for (const key of version.fileKeys ?? []) this.#fileHolders.delete(key)
  }

  /** Counts what the next change removed or replaced at `version`, which is the last version to hold it. */
  superseded(version: KeptVersion, patches: readonly Patch[], next: State, blobs: Blobs): void {
    const removed: Removed[] = []
    for (const { table, before, after } of patches) {
      if (before !== undefined) removed.push([table, before])
      if (after !== undefined) this.#holdAgain(table, after, blobs)
    }
    this.#count(version, removed, next, blobs)
  }

  /** Counts as `superseded` does, for a change that replaced the whole state. */
  replaced(version: KeptVersion, next: State, blobs: Blobs): void {
    const removed: Removed[] = []
    for (const [table, slots] of differingSlots(version.state, next)) {
      const present = new Set(slots.map(({ after }) => after))
      for (const { before } of slots) if (before !== undefined && !present.has(before)) removed.push([table, before])
      for (const { after } of slots) if (after !== undefined) this.#holdAgain(table, after, blobs)
    }
    this.#count(version, removed, next, blobs)
  }

  /** Drops the oldest versions while there are too many bytes. Never drops a world's current version. */
  shrink(): void {
    if (this.#bytes <= this.#limit) return
    for (const version of this.#versions) {
      if (version.history.newest !== version) version.history.dropOldest()
      if (this.#bytes <= this.#limit) return
    }
  }

  #count(version: KeptVersion, removed: readonly Removed[], next: State, blobs: Blobs): void {
    let named: ReadonlySet<string> | undefined
    for (const [table, record] of removed) {
      this.#release(record)
      this.#holders.set(record, version)
      this.#add(version, recordBytes(record))
      const key = useOf(table, record)?.key
      if (key === undefined) continue
      named ??= new Set(blobsOfState(next).map((use) => use.key))
      if (!named.has(key)) this.#countFile(version, key, blobs)
    }
  }

  #countFile(version: KeptVersion, key: string, blobs: Blobs): void {
    this.#releaseFile(key, blobs)
    this.#fileHolders.set(key, version)
    version.fileKeys ??= new Set()
    version.fileKeys.add(key)
    this.#add(version, bytesOfFile(key, blobs))
  }

  /** Uncounts a record that a new version holds again, for example after a rewind. */
  #holdAgain(table: TableName, record: object, blobs: Blobs): void {
    this.#release(record)
    const key = this.#fileHolders.size === 0 ? undefined : useOf(table, record)?.key
    if (key !== undefined) this.#releaseFile(key, blobs)
  }

  #release(record: object): void {
    const holder = this.#holders.get(record)
    if (holder === undefined) return
    this.#holders.delete(record)
    this.#add(holder, -recordBytes(record))
  }

  #releaseFile(key: string, blobs: Blobs): void {
    const holder = this.#fileHolders.get(key)
    if (holder === undefined) return
    this.#fileHolders.delete(key)
    holder.fileKeys?.delete(key)
    this.#add(holder, -bytesOfFile(key, blobs))
  }

  #add(version: KeptVersion, bytes: number): void {
    if (!this.#versions.has(version)) return
    version.bytes += bytes
    this.#bytes += bytes
  }
}

const bytesOfFile = (key: string, blobs: Blobs): number => blobs.get(key)?.byteLength ?? 0
