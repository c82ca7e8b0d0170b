import type { Instant } from "../ids.ts"
import type { Blobs } from "../ports/blobs.ts"
import type { Persistence, StoredMoment } from "../ports/persistence.ts"
import type { News, Outcome, Rooted, SnapshotRow, Store, WorldNumber, WorldRow } from "../ports/store.ts"
import { StoreTrouble } from "../ports/store-trouble.ts"
import type { State } from "../state/state.ts"
import { blobRows, blobsOfState } from "./blob-uses.ts"
import { type Begun, keptWorld } from "./kept-world.ts"
import { PagesOfStates } from "./state-pages.ts"

/** A world to be made in a store. */
export interface NewWorld extends StoredMoment {
  readonly name: string
  readonly version: number
  readonly parent: string | null
  readonly parentVersion: number | null
  readonly madeOf: string | null
  readonly createdAt: Instant
}

/** So many pages are missing at most twice: then somebody drops what is needed. */
const TRIES = 3

/** The worlds of a store. One for all of them, since they share pages, and what is known to be stored of states is known here. */
export class KeptWorlds {
  readonly store: Store
  readonly pages: PagesOfStates
  /** Keys of blobs that the store has. */
  readonly knownBlobs = new Set<string>()
  #latest: WeakRef<State> | undefined
  #look: Promise<void> = Promise.resolve()
  #nextLook: Promise<ReadonlyMap<WorldNumber, number>> | undefined
  #batches = 0

  constructor(store: Store) {
    this.store = store
    this.pages = new PagesOfStates(store)
  }

  /** The state that was read or made last, while it is there: worlds of a store are often alike. */
  get latest(): State | undefined {
    return this.#latest?.deref()
  }

  /** The worlds there are, in the order they were made. */
  list(): Promise<readonly WorldRow[]> {
    return this.store.worlds()
  }

  async find(name: string): Promise<WorldRow | undefined> {
    return (await this.store.worlds()).find((row) => row.name === name)
  }

  /** A world of the store, or one to be made by its first snapshot. */
  world(name: string, begun?: Begun): Persistence {
    return keptWorld(this, name, begun)
  }

  /** Makes a world that begins as a state; `"taken"` when there is one of that name. */
  async make({ state, at, madeOf, ...world }: NewWorld, blobs?: Blobs): Promise<WorldRow | "taken"> {
    const bytes = blobs === undefined ? [] : this.unknownBlobs(state, blobs)
    const row = { ...world, rootVersion: world.version, origin: { root: "", at, madeOf } }
    const made = await this.rooted(state, (rooted) =>
      this.store.makeWorld({ ...row, origin: { ...row.origin, root: rooted.root } }, rooted, bytes),
    )
    this.#latest = new WeakRef(state)
    if (made !== "taken") for (const { sha256 } of bytes) this.knownBlobs.add(sha256)
    return made
  }

  /** What a state names and the store has not got yet. */
  unknownBlobs(state: State, blobs: Blobs) {
    return blobRows(
      blobsOfState(state).filter(({ key }) => !this.knownBlobs.has(key)),
      blobs,
    )
  }

  /** A state of the store, with the bytes that it names. What it shares with `like` is not read again. */
  async read(root: string, like?: State, blobs?: Blobs): Promise<State> {
    const state = await this.pages.read(root, like)
    this.#latest = new WeakRef(state)
    await this.fetchBlobs(
      blobsOfState(state).map(({ key }) => key),
      blobs,
    )
    return state
  }

  /** Puts blobs of the store where they are used. */
  async fetchBlobs(keys: readonly string[], blobs: Blobs | undefined): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => blobs?.get(key) === undefined)
    for (const key of keys) this.knownBlobs.add(key)
    if (blobs === undefined) return
    for (const key of missing) {
      const [row] = await this.store.blobs([key])
      if (row !== undefined) blobs.put(row.bytes)
    }
  }

  async putSnapshot(world: WorldNumber, row: Omit<SnapshotRow, "root">, state: State, blobs?: Blobs): Promise<Outcome> {
    void blobs
    return this.rooted(state, (rooted) => this.store.putSnapshot(world, row, rooted))
  }

  /** Stores what leads to a state, anew where pages that were there are no longer. */
  async rooted<T>(state: State, store: (rooted: Rooted) => Promise<T | "pages_missing">): Promise<T> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { rooted, stored } = await this.pages.write(state)
      const outcome = await store(rooted)
      if (outcome !== "pages_missing") {
        stored()
        return outcome
      }
      this.pages.forget()
    }
    throw new StoreTrouble("other", "pages of the store vanish as they are written")
  }

  /**
   * The newest versions, as they are at a moment after the call. While one look is under way, all who ask wait for the next together: so
   * many requests cost as few looks as the store has time for.
   */
  newest(): Promise<ReadonlyMap<WorldNumber, number>> {
    this.#nextLook ??= this.#look.then(() => {
      this.#nextLook = undefined
      const look = this.store.versions()
      this.#look = look.then(
        () => {},
        () => {},
      )
      return look
    })
    return this.#nextLook
  }

  /** Called with what others do to a world. The answer ends it. */
  follow(hear: (news: News) => void): () => void {
    return this.store.follow?.(hear) ?? (() => {})
  }

  /** A name for an append, given to no other. */
  nextBatch(): string {
    this.#batches += 1
    return `${this.store.id}.${this.#batches}`
  }

  /** Drops what no world and no snapshot needs. */
  async compact(): Promise<void> {
    const rows = await this.store.worlds()
    await this.store.drop({
      changesUpTo: new Map(rows.map(({ world, rootVersion }) => [world, rootVersion])),
      pages: "all",
    })
  }
}
