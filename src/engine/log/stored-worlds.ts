import type { Instant } from "../../model/ids.ts"
import type { Blobs } from "../../ports/blobs.ts"
import type { Persistence, StoredMoment } from "../../ports/persistence.ts"
import type {
  Missing,
  NamedBlob,
  News,
  Outcome,
  Rooted,
  SnapshotRow,
  Store,
  WorldNumber,
  WorldRow,
} from "../../ports/store.ts"
import { StoreTrouble } from "../../ports/store-trouble.ts"
import { type BlobUse, blobsOfState } from "../../state/blobs.ts"
import type { State } from "../../state/state.ts"
import { type Begun, keptWorld } from "../../persistence/kept-world.ts"
import { blobsNamed } from "./named-blobs.ts"
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

/** So often at most something is missing: then somebody drops what is needed. */
const TRIES = 4

/** The worlds of a store. One for all of them, since they share pages, and what is known to be stored of states is known here. */
export class KeptWorlds {
  readonly store: Store
  readonly pages: PagesOfStates
  /** Keys of blobs that the store has had. Those that are no longer there are noticed when they are named. */
  readonly #knownBlobs = new Set<string>()
  /** Whether work after answers is noted for the other servers of the store. */
  isOwing = false
  /** What all servers of the store know, and nobody else; there once it was asked for. */
  secret: string | undefined
  #latest: WeakRef<State> | undefined
  #look: Promise<void> = Promise.resolve()
  #nextLook: Promise<ReadonlyMap<WorldNumber, number>> | undefined
  #probe: Promise<void> | undefined
  #batches = 0

  constructor(store: Store) {
    this.store = store
    this.pages = new PagesOfStates(store)
  }

  /** The state that was read or made last, while it is there: worlds of a store are often alike. */
  get latest(): State | undefined {
    return this.#latest?.deref()
  }

  /** Asks for what is needed beside the worlds. */
  async open(): Promise<this> {
    this.secret ??= await this.store.secret()
    return this
  }

  /** The worlds there are, in the order they were made. */
  list(): Promise<readonly WorldRow[]> {
    return this.store.worlds()
  }

  async find(name: string): Promise<WorldRow | undefined> {
    return (await this.store.worlds()).find((row) => row.name === name)
  }

  /** A world of the store, or, without `begun`, one that its first snapshot makes where there is none of the name. */
  world(name: string, begun?: Begun): Persistence {
    return keptWorld(this, name, begun)
  }

  /** Makes a world that begins as a state; `"taken"` when there is one of that name. */
  async make({ state, at, madeOf, ...world }: NewWorld, blobs?: Blobs): Promise<WorldRow | "taken"> {
    const row = { ...world, rootVersion: world.version, origin: { root: "", at, madeOf } }
    const made = await this.rooted(state, blobs, (rooted, named) =>
      this.store.makeWorld({ ...row, origin: { ...row.origin, root: rooted.root } }, rooted, named),
    )
    this.#latest = new WeakRef(state)
    return made
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

  /** Puts blobs of the store where they are used. Those that the store has lost stay out: whoever asks for their bytes is refused. */
  async fetchBlobs(keys: readonly string[], blobs: Blobs | undefined): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => blobs?.get(key) === undefined)
    for (const key of keys) this.#knownBlobs.add(key)
    if (blobs === undefined) return
    for (const key of missing) {
      const [row] = await this.store.blobs([key])
      if (row === undefined) this.#knownBlobs.delete(key)
      else if (blobs.put(row.bytes) !== key)
        throw new StoreTrouble("other", `the store is damaged: the bytes of the file ${key} are not what they were`)
    }
  }

  async putSnapshot(world: WorldNumber, row: Omit<SnapshotRow, "root">, state: State, blobs?: Blobs): Promise<Outcome> {
    return this.rooted(state, blobs, (rooted, named) => this.store.putSnapshot(world, row, rooted, named))
  }

  /** Stores what leads to a state, anew where pages or blobs that were there are no longer. */
  rooted<T extends Exclude<Outcome, Missing> | WorldRow | "taken">(
    state: State,
    blobs: Blobs | undefined,
    store: (rooted: Rooted, named: readonly NamedBlob[]) => Promise<T | Missing>,
  ): Promise<T> {
    return this.naming(blobs === undefined ? [] : blobsOfState(state), blobs, async (named) => {
      const { rooted, stored } = await this.pages.write(state)
      const outcome = await store(rooted, named)
      if (outcome === "pages_missing") this.pages.forget()
      else if (outcome !== "blobs_missing") stored()
      return outcome
    })
  }

  /** Stores what names blobs: at first with the bytes of those alone that the store was not known to have. */
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
    throw new StoreTrouble("other", "what is in the store vanishes as it is named")
  }

  /** Throws where bytes are nowhere: stored without them, the loss would be final. */
  #named(uses: readonly BlobUse[], blobs: Blobs): NamedBlob[] {
    const byKey = new Map(uses.map((use) => [use.key, use]))
    return [...byKey.values()].map(({ key, contentType }): NamedBlob => {
      if (this.#knownBlobs.has(key)) return { sha256: key }
      const bytes = blobs.get(key)
      if (bytes === undefined) throw new StoreTrouble("other", `nobody has the blob ${key}, which is to be stored`)
      return { sha256: key, contentType, bytes }
    })
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

  /** Tries whether something can be stored: once for all who ask meanwhile. */
  probe(): Promise<void> {
    this.#probe ??= this.store.probe().finally(() => {
      this.#probe = undefined
    })
    return this.#probe
  }

  /** Called with what others do to a world. The answer ends it. */
  follow(hear: (news: News) => void): () => void {
    return this.store.follow?.(hear) ?? (() => {})
  }

  /** A name for an append, given to no other. */
  nextBatch(): string {
    this.#batches += 1
    return `${this.store.id.slice(-12)}.${this.#batches}`
  }

  /** Drops what no world and no snapshot needs. */
  async compact(): Promise<void> {
    const rows = await this.store.worlds()
    await this.store.drop({
      changesUpTo: new Map(rows.map(({ world, rootVersion }) => [world, rootVersion])),
      pages: "all",
      blobsBut: () => blobsNamed(this.store),
    })
  }
}
