import { type Instant, SharedWork } from "../../model/index.ts"
import {
  type BlobList,
  type BlobNames,
  type Blobs,
  type Head,
  keysOf,
  type Missing,
  missingBlobs,
  type NamedBlob,
  type Outcome,
  type SnapshotPages,
  type SnapshotRow,
  type Store,
  StoreTrouble,
  type WorldNumber,
  type WorldRow,
} from "../../ports/index.ts"
import { type BlobUse, blobNames, blobsOfState, type State } from "../../state/index.ts"
import type { Moment } from "../background/moment.ts"
import type { Begun } from "./history.ts"
import { blobsNamed } from "./named-blobs.ts"
import { PagesOfStates } from "./state-pages.ts"
import { StoredWorld } from "./stored-world.ts"

export interface NewWorld extends Moment {
  readonly name: string
  readonly version: number
  readonly parent: string | null
  readonly parentVersion: number | null
  readonly madeOf: string | null
  readonly createdAt: Instant
}

/** Maximum number of attempts to store data while another writer drops pages or blobs to which the data refers. */
const TRIES = 4
/** Number of blobs that one query reads. */
const BLOBS = 64

/** All worlds of one store. Each store has one instance, because the worlds share pages and the knowledge of what is stored. */
export class StoredWorlds {
  readonly store: Store
  readonly pages: PagesOfStates
  /** Blobs that are probably in the store. If another process has dropped one, the next write that uses it fails and is retried. */
  readonly #knownBlobs = new Set<string>()
  /** Lists whose keys were added to `#knownBlobs`. */
  readonly #knownLists = new WeakSet<BlobList>()
  /** Whether jobs are stored together with the changes that cause them. */
  storesJobs = false
  /** The store's secret; undefined before `open`. */
  secret: string | undefined
  #latest: WeakRef<State> | undefined
  readonly #heads = new SharedWork(() => this.#readHeads())
  #probe: Promise<void> | undefined
  #batches = 0

  constructor(store: Store) {
    this.store = store
    this.pages = new PagesOfStates(store)
  }

  /** The state that was read or created last, unless it was garbage-collected. Worlds of a store often share records. */
  get latest(): State | undefined {
    return this.#latest?.deref()
  }

  async open(): Promise<this> {
    this.secret ??= await this.store.secret()
    return this
  }

  async find(name: string): Promise<WorldRow | undefined> {
    return (await this.store.worlds()).find((row) => row.name === name)
  }

  /** Returns the world with this name. `begun` contains data that is already known and need not be read again. */
  world(name: string, begun?: Begun): StoredWorld {
    return new StoredWorld(this, name, begun)
  }

  async make({ state, at, madeOf, ...world }: NewWorld, blobs?: Blobs): Promise<WorldRow | "taken"> {
    const row = { ...world, rootVersion: world.version, origin: { root: "", at, madeOf } }
    const made = await this.snapshotPages(state, blobs, (snapshotPages, named) =>
      this.store.makeWorld({ ...row, origin: { ...row.origin, root: snapshotPages.root } }, snapshotPages, named),
    )
    this.#latest = new WeakRef(state)
    return made
  }

  /** Reads a state and its blobs. Does not read pages again that the state shares with `like`. */
  async read(root: string, like?: State, blobs?: Blobs): Promise<State> {
    const state = await this.pages.read(root, like)
    this.#latest = new WeakRef(state)
    await this.fetchBlobs(blobNames(state), blobs)
    return state
  }

  /** Copies missing blobs from the store to `blobs`. Skips blobs that the store has lost, so that an error occurs only if one is read. */
  async fetchBlobs(names: BlobNames, blobs: Blobs | undefined): Promise<void> {
    for (const key of keysOf(names, this.#knownLists)) this.#knownBlobs.add(key)
    const missing = blobs === undefined ? [] : [...new Set(missingBlobs(blobs, names))]
    for (let from = 0; from < missing.length; from += BLOBS) {
      const lost = new Set(missing.slice(from, from + BLOBS))
      for (const { sha256, bytes } of await this.store.blobs([...lost])) {
        if (blobs?.put(bytes) !== sha256)
          throw new StoreTrouble(
            "other",
            `the store is damaged: the content of file ${sha256} does not match its digest`,
          )
        lost.delete(sha256)
      }
      for (const key of lost) this.#knownBlobs.delete(key)
    }
  }

  async putSnapshot(world: WorldNumber, row: Omit<SnapshotRow, "root">, state: State, blobs?: Blobs): Promise<Outcome> {
    return this.snapshotPages(state, blobs, (snapshotPages, named) =>
      this.store.putSnapshot(world, row, snapshotPages, named),
    )
  }

  /** Stores a state's pages. If the store has dropped needed pages or blobs, retries with all of them. */
  snapshotPages<T extends Exclude<Outcome, Missing> | WorldRow | "taken">(
    state: State,
    blobs: Blobs | undefined,
    store: (snapshotPages: SnapshotPages, named: readonly NamedBlob[]) => Promise<T | Missing>,
  ): Promise<T> {
    return this.naming(blobs === undefined ? [] : blobsOfState(state), blobs, async (named) => {
      const { snapshotPages, stored } = await this.pages.write(state)
      const outcome = await store(snapshotPages, named)
      if (outcome === "pages_missing") this.pages.forget()
      else if (outcome !== "blobs_missing") stored()
      return outcome
    })
  }

  /** Calls `store` with the bytes of blobs that might not be stored yet. If the store has dropped others, retries with the bytes of all. */
  async naming<T extends Exclude<Outcome, Missing> | WorldRow | "taken">(
    uses: readonly BlobUse[],
    blobs: Blobs | undefined,
    store: (named: readonly NamedBlob[]) => Promise<T | Missing>,
  ): Promise<T> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const named = blobs === undefined || uses.length === 0 ? [] : this.#named(uses, blobs)
      const outcome = await store(named)
      if (outcome === "blobs_missing") this.#knownBlobs.clear()
      if (outcome === "blobs_missing" || outcome === "pages_missing") continue
      for (const { sha256 } of named) this.#knownBlobs.add(sha256)
      return outcome
    }
    throw new StoreTrouble("other", "the store repeatedly lost pages or blobs that are still in use")
  }

  /** Returns the blobs to store. Throws if bytes are missing, because storing the record without them would make the loss permanent. */
  #named(uses: readonly BlobUse[], blobs: Blobs): NamedBlob[] {
    const byKey = new Map(uses.map((use) => [use.key, use]))
    return [...byKey.values()].map(({ key, contentType }): NamedBlob => {
      if (this.#knownBlobs.has(key)) return { sha256: key }
      const bytes = blobs.get(key)
      if (bytes === undefined) throw new StoreTrouble("other", `the bytes of the blob ${key} are missing`)
      return { sha256: key, contentType, bytes }
    })
  }

  /** Reads each world's newest change from the store. The result includes all commits made before the call. */
  newest(): Promise<ReadonlyMap<WorldNumber, Head>> {
    return this.#heads.run()
  }

  async #readHeads(): Promise<ReadonlyMap<WorldNumber, Head>> {
    const { store } = this
    if (store.heads !== undefined) return store.heads()
    return new Map([...(await store.versions())].map(([world, version]) => [world, { version }]))
  }

  /** Tests whether the store accepts writes. Concurrent calls share one test. */
  probe(): Promise<void> {
    this.#probe ??= this.store.probe().finally(() => {
      this.#probe = undefined
    })
    return this.#probe
  }

  /** Checks that the store is still at its place. Undefined if the store's place can't change. */
  get look(): (() => Promise<void>) | undefined {
    const { store } = this
    return store.look === undefined ? undefined : async () => store.look?.()
  }

  nextBatch(): string {
    this.#batches += 1
    return `${this.store.id.slice(-12)}.${this.#batches}`
  }

  /**
   * Drops all changes, pages and blobs that no world or snapshot needs. Keeps each world's newest change, whose time shows whether the
   * machine's clock was set back.
   */
  async compact(): Promise<void> {
    const rows = await this.store.worlds()
    await this.store.drop({
      changesUpTo: new Map(rows.map(({ world, rootVersion, version }) => [world, Math.min(rootVersion, version - 1)])),
      pages: "all",
      blobsBut: () => blobsNamed(this.store),
    })
  }
}
