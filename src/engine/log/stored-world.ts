import { type Instant, targetNotFound } from "../../model/index.ts"
import type { PendingJob } from "../../model/records/index.ts"
import { type Blobs, type Outcome, StoreTrouble, type WorldRow } from "../../ports/index.ts"
import { blobsNewlyNamed, blobsOfPatches, type Change, type Scalars, type State } from "../../state/index.ts"
import type { Moment, ReadOrigin } from "../moment.ts"
import { batchOf, changeRow, replacingBody } from "./change-text.ts"
import { mailJobs } from "./mail-jobs.ts"
import { readChanges } from "./read-changes.ts"
import type { StoredWorlds } from "./stored-worlds.ts"

/** Maximum number of attempts to read a world while other writers replace its state or drop its changes. */
const READS = 5
/** Number of changes after which a new snapshot is due. It is also due after changes with `DUE_SIZE` characters in total. */
const DUE_CHANGES = 10_000
const DUE_SIZE = 32 * 1_048_576

/** A stored world: a snapshot and the changes after it. */
export interface StoredHistory {
  /** The state in the newest snapshot. */
  readonly state: State
  /** Number of changes that the snapshot includes. */
  readonly version: number
  /** All changes after the snapshot, in order; the first has the sequence `version + 1`. The patches lack the records before the change. */
  readonly changes: readonly Change[]
  /** Reads the state that `reset` restores, and adds the bytes of its blobs to `blobs`. */
  readonly origin: ReadOrigin
}

/** Properties of a commit that replaces the whole state, such as a reset. */
export interface Replacing {
  /** Name of the operation that replaces the state. */
  readonly operation: string
  /** The world's time: ISO 8601 in UTC with milliseconds. */
  readonly at: Instant
  /** If true, `reset` restores this state from now on. */
  readonly isOrigin: boolean
  /** Description of the source of the state that `reset` restores. */
  readonly madeOf: string | null
}

/** The commits of other writers after a given version. */
export interface Since {
  /** The state to continue from. Present if another commit replaced the state, or if needed changes have been dropped. */
  readonly replaced?: Omit<StoredHistory, "changes">
  /** All changes after the given version, in order. If `replaced` is present, all changes after `replaced.version` instead. */
  readonly changes: readonly Change[]
}

/** Data about a world that is already known when the world is opened. */
export interface Begun {
  readonly row: WorldRow
  readonly state?: State
  readonly blobs?: Blobs
}

/**
 * A world in a store; `createWorld` accepts it as `persistence`. `load` adds the bytes of the world's blobs to its argument `blobs`. Later
 * appends read bytes from `blobs`.
 */
export class StoredWorld {
  readonly #worlds: StoredWorlds
  readonly #name: string
  readonly #ownsStore: boolean
  #row: WorldRow | undefined
  /** Fresh row for the first load, which then need not look at all worlds. */
  #begunRow: WorldRow | undefined
  #blobs: Blobs | undefined
  /** State of the newest known snapshot. Kept because later snapshots often share records with it. */
  #state: State | undefined
  /** The state's scalars (clock, counters, settings) after the newest known change. */
  #scalars: Scalars | undefined
  #changesSince = 0
  #sizeSince = 0
  /** Version of the second-newest snapshot. The next snapshot drops all changes up to this version. */
  #dropsUpTo = 0

  constructor(worlds: StoredWorlds, name: string, begun?: Begun, ownsStore = false) {
    this.#worlds = worlds
    this.#name = name
    this.#ownsStore = ownsStore
    this.#row = begun?.row
    this.#begunRow = begun?.row
    this.#blobs = begun?.blobs
    this.#state = begun?.state
    this.#scalars = begun?.state?.scalars
  }

  /** Whether other writers may commit to the world. */
  get isShared(): boolean {
    return this.#worlds.store.follow !== undefined
  }

  /** Returns whether enough changes were appended since the newest snapshot to make another snapshot. */
  isSnapshotDue(): boolean {
    return this.#changesSince >= DUE_CHANGES || this.#sizeSince >= DUE_SIZE
  }

  /** Resolves to undefined if the world was never stored. Rejects if the world was deleted after an earlier load. */
  async load(blobs?: Blobs): Promise<StoredHistory | undefined> {
    this.#blobs = blobs
    const history = await this.#readWhole(this.#worlds.latest, blobs, this.#begunRow)
    this.#begunRow = undefined
    // If the result were undefined, the caller would create the deleted world again.
    if (history === undefined && this.#row !== undefined) throw this.#deleted()
    return history
  }

  /** Stores a new world with this state. */
  async make(state: State, version: number): Promise<void> {
    const { clock, startedAt } = state.scalars
    const at: Instant = clock.mode === "frozen" ? clock.now : startedAt
    const name = this.#name
    const ground = { parent: null, parentVersion: null, madeOf: null, createdAt: at }
    const made = await this.#worlds.make({ name, state, at, version, ...ground }, this.#blobs)
    if (made === "taken") throw new StoreTrouble("other", `another process created the world ${name} at the same time`)
    this.#continueFrom(made, state)
    this.#scalars = state.scalars
  }

  /**
   * Appends a batch of commits, in commit order, together with `jobs`. Callers must wait until the previous call has settled. Rejects only
   * if nothing was stored and nothing will be. Resolves to `"outpaced"`, without storing anything, if another writer has already committed
   * these sequences.
   */
  async append(changes: readonly Change[], jobs: readonly PendingJob[] = []): Promise<"done" | "outpaced"> {
    const { world } = await this.#requireRow()
    const worlds = this.#worlds
    const batch = worlds.nextBatch()
    let before = this.#scalars
    const rows = changes.map((change, position) => {
      const row = changeRow(change, position === 0 ? batch : undefined, before)
      before = change.scalars
      return row
    })
    const first = rows[0]
    if (first === undefined) return "done"
    const uses = changes.flatMap(({ patches }) => blobsNewlyNamed(patches))
    const stored = worlds.storesJobs ? [...mailJobs(changes), ...jobs.map((job) => ({ ...job, isOwn: true }))] : []
    const outcome = await worlds.naming(uses, this.#blobs, (named) =>
      worlds.store
        .append(world, rows, named, stored)
        .catch((trouble: unknown) => this.#resolveOutcome(world, first.sequence, batch, trouble)),
    )
    if (!this.#isDone(outcome)) return "outpaced"
    this.#scalars = before
    this.#changesSince += rows.length
    for (const { body } of rows) this.#sizeSince += body.length
    return "done"
  }

  /** Stores a commit with the sequence `version` that replaces the whole state. Gives the same guarantees as `append`. */
  async replace(state: State, version: number, replacing: Replacing): Promise<"done" | "outpaced"> {
    const row = await this.#findRow()
    if (row === undefined) {
      await this.make(state, version)
      return "done"
    }
    const { operation, at, isOrigin, madeOf } = replacing
    const worlds = this.#worlds
    const batch = worlds.nextBatch()
    let root = ""
    const outcome = await worlds.snapshotPages(state, this.#blobs, (snapshotPages, named) => {
      root = snapshotPages.root
      const change = { sequence: version, at, actor: null, operation, body: replacingBody(batch, root) }
      const replacement = { change, snapshotPages, ...(isOrigin && { origin: { at, madeOf } }) }
      return worlds.store
        .replace(row.world, replacement, named)
        .catch((trouble: unknown) => this.#resolveOutcome(row.world, version, batch, trouble))
    })
    if (!this.#isDone(outcome)) return "outpaced"
    this.#continueFrom({ ...row, root, rootVersion: version, ...(isOrigin && { origin: { root, at, madeOf } }) }, state)
    this.#scalars = state.scalars
    return "done"
  }

  /** Stores the state after `version` changes as the newest snapshot. Changes may be appended at the same time. */
  async snapshot(state: State, version: number): Promise<void> {
    const row = await this.#requireRow()
    const { store, pages } = this.#worlds
    const [changesThen, sizeThen] = [this.#changesSince, this.#sizeSince]
    const outcome = await this.#worlds.snapshotPages(state, undefined, (snapshotPages) =>
      store.setRoot(row.world, version, snapshotPages),
    )
    if (!this.#isDone(outcome)) return
    this.#changesSince -= changesThen
    this.#sizeSince -= sizeThen
    this.#state = state
    this.#row = { ...row, root: pages.rootOf(state) ?? row.root, rootVersion: version }
    if (this.#dropsUpTo > 0)
      await store.drop({ changesUpTo: new Map([[row.world, this.#dropsUpTo]]), pages: "when_many" })
    this.#dropsUpTo = version
  }

  /** Returns the commits of all writers after a version. Adds their blobs to `blobs`. Returns undefined if the world was deleted. */
  async since(version: number, blobs = this.#blobs): Promise<Since | undefined> {
    await this.#requireRow()
    const row = await this.#findCurrentRow()
    if (row === undefined) return undefined
    // A store with fewer changes was put back in time: the changes after its version are no longer those that were read.
    if (this.#scalars !== undefined && row.version >= version) {
      const changes = await this.#changesAfter(row.world, version, this.#scalars, blobs)
      // If there are no changes but the row has a newer version, the changes after `version` may have been dropped.
      if (changes !== undefined && (changes.length > 0 || row.version <= version)) return { changes }
    }
    const history = await this.#readWhole(this.#state, blobs, row)
    if (history === undefined) return undefined
    const { changes, ...replaced } = history
    return { replaced, changes }
  }

  /** Reads the newest version from the store. */
  async newest(): Promise<number> {
    const { world } = await this.#requireRow()
    const newest = (await this.#worlds.newest()).get(world)
    if (newest === undefined) throw this.#deleted()
    return newest
  }

  /** Calls `hear` with the newest version after each commit of another writer. Returns a function that unsubscribes. */
  follow(hear: (version: number) => void): () => void {
    const { store } = this.#worlds
    const stop = store.follow?.((news) => {
      if (news !== "worlds" && news.world === this.#row?.world) hear(news.version)
    })
    return stop ?? (() => {})
  }

  /** Attempts a write without effect. Rejects if the store cannot store changes. */
  probe(): Promise<void> {
    return this.#worlds.probe()
  }

  /** Closes the store if it was opened for this world. No other method may be called afterwards. */
  async close(): Promise<void> {
    if (this.#ownsStore) await this.#worlds.store.close()
  }

  async #findRow(): Promise<WorldRow | undefined> {
    this.#row ??= await this.#worlds.find(this.#name)
    return this.#row
  }

  async #requireRow(): Promise<WorldRow> {
    const row = await this.#findRow()
    if (row === undefined) throw new Error("the world is not stored yet: call make() first")
    return row
  }

  /** Finds the world by its number, if known, because a new world may have taken the name of a deleted world. */
  async #findCurrentRow(): Promise<WorldRow | undefined> {
    const number = this.#row?.world
    const rows = await this.#worlds.store.worlds()
    return rows.find(({ world, name }) => (number === undefined ? name === this.#name : world === number))
  }

  #deleted(): Error {
    return targetNotFound(`the world ${this.#name} was deleted`)
  }

  #isDone(outcome: Outcome): boolean {
    if (outcome === "deleted") throw this.#deleted()
    return outcome === "done"
  }

  /** Returns whether a batch was stored, after a failure with an uncertain outcome. Rethrows all other failures. */
  async #resolveOutcome(world: number, sequence: number, batch: string, trouble: unknown): Promise<Outcome> {
    if (!(trouble instanceof StoreTrouble) || !trouble.isUncertain) throw trouble
    const body = await this.#worlds.store.bodyAt(world, sequence)
    if (body === undefined) throw new StoreTrouble(trouble.kind, trouble.message, { cause: trouble })
    return batchOf(body) === batch ? "done" : "outpaced"
  }

  #continueFrom(row: WorldRow, state: State): void {
    this.#row = row
    this.#state = state
    this.#changesSince = 0
    this.#sizeSince = 0
  }

  /**
   * Reads the newest snapshot and all changes after it. Retries if another writer replaces the state or drops changes during the read.
   * Throws if changes are still missing after all attempts, because the state would be outdated.
   */
  async #readWhole(
    like: State | undefined,
    blobs: Blobs | undefined,
    known?: WorldRow,
  ): Promise<StoredHistory | undefined> {
    for (let tries = 1; ; tries += 1) {
      const row = (tries === 1 ? known : undefined) ?? (await this.#findCurrentRow())
      if (row === undefined) return undefined
      const { world, root, rootVersion, version, origin } = row
      const state = await this.#worlds.read(root, tries === 1 ? like : this.#state, blobs)
      this.#continueFrom(row, state)
      const changes = await this.#changesAfter(world, rootVersion, state.scalars, blobs)
      if (changes !== undefined && rootVersion + changes.length >= version) {
        const readOrigin = async (wanted: Blobs): Promise<Moment> => ({
          state: await this.#worlds.read(origin.root, this.#state, wanted),
          at: origin.at,
        })
        return { state, version: rootVersion, changes, origin: readOrigin }
      }
      if (tries === READS)
        throw new StoreTrouble(
          "other",
          `the store is damaged: some of the ${version} changes of the world ${this.#name} are missing`,
        )
    }
  }

  /** Reads the changes after a version and their blobs. Returns undefined if a change is missing or replaces the whole state. */
  async #changesAfter(
    world: number,
    version: number,
    before: Scalars,
    blobs: Blobs | undefined,
  ): Promise<readonly Change[] | undefined> {
    const read = await readChanges(this.#worlds.store, world, version, before)
    if (read === undefined) return undefined
    const { changes, size } = read
    this.#scalars = changes.at(-1)?.scalars ?? before
    this.#changesSince += changes.length
    this.#sizeSince += size
    const keys: string[] = []
    for (const { patches } of changes) for (const { key } of blobsOfPatches(patches)) keys.push(key)
    await this.#worlds.fetchBlobs(keys, blobs)
    return changes
  }
}
