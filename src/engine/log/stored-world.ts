import { type Instant, targetNotFound } from "../../model/index.ts"
import type { PendingJob } from "../../model/records/index.ts"
import { type Blobs, type ChangeRow, type Head, type Outcome, StoreTrouble, type WorldRow } from "../../ports/index.ts"
import { blobsNewlyNamed, blobsOfPatches, type Change, type Scalars, type State } from "../../state/index.ts"
import type { Moment } from "../background/moment.ts"
import { batchOf, changeRow, replacingBody } from "./change-text.ts"
import type { Begun, Replacing, Since, StoredHistory } from "./history.ts"
import { mailJobs } from "./mail-jobs.ts"
import { lastChangeAt, readChanges } from "./read-changes.ts"
import type { StoredWorlds } from "./stored-worlds.ts"

/** Maximum number of attempts to read a world while other writers replace its state or drop its changes. */
const READS = 5
/** Number of changes after which a new snapshot is due. It is also due after changes with `DUE_SIZE` characters in total. */
const DUE_CHANGES = 10_000
const DUE_SIZE = 32 * 1_048_576

/**
 * A world in a store; `createWorld` accepts it as `persistence`. `load` adds the bytes of the world's blobs to its argument `blobs`. Later
 * appends read bytes from `blobs`.
 */
export class StoredWorld {
  readonly #worlds: StoredWorlds
  readonly #name: string
  readonly #ownsStore: boolean
  readonly #isPermanent: boolean
  #row: WorldRow | undefined
  /** Fresh row for the first load, which then need not look at all worlds. */
  #begunRow: WorldRow | undefined
  #blobs: Blobs | undefined
  /** State of the newest known snapshot. Kept because later snapshots often share records with it. */
  #state: State | undefined
  /** The state's scalars (clock, counters, settings) after the newest known change. */
  #scalars: Scalars | undefined
  /** The newest known change; undefined if its ID is unknown. */
  #head: Required<Head> | undefined
  #changesSince = 0
  #sizeSince = 0
  /** Version of the second-newest snapshot. The next snapshot drops all changes up to this version. */
  #dropsUpTo = 0

  constructor(worlds: StoredWorlds, name: string, begun?: Begun, ownsStore = false) {
    this.#worlds = worlds
    this.#name = name
    this.#ownsStore = ownsStore
    this.#isPermanent = begun?.isPermanent ?? false
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
      const row = changeRow(change, position === 0 || position === changes.length - 1 ? batch : undefined, before)
      before = change.scalars
      return row
    })
    const first = rows[0]
    if (first === undefined) return "done"
    const uses = changes.flatMap(({ patches }) => blobsNewlyNamed(patches))
    const stored = worlds.storesJobs ? [...mailJobs(changes), ...jobs.map((job) => ({ ...job, isOwn: true }))] : []
    const outcome = await worlds.naming(uses, this.#blobs, (named) =>
      worlds.store
        .append(world, rows, named, stored, this.#idAt(first.sequence - 1))
        .catch((trouble: unknown) => this.#resolveOutcome(world, first.sequence, batch, trouble)),
    )
    if (!this.#isDone(outcome)) return "outpaced"
    this.#scalars = before
    this.#head = this.#headOf(world, rows.at(-1))
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
    let head: Required<Head> | undefined
    const outcome = await worlds.snapshotPages(state, this.#blobs, (snapshotPages, named) => {
      root = snapshotPages.root
      const change = { sequence: version, at, actor: null, operation, body: replacingBody(batch, root) }
      head = this.#headOf(row.world, change)
      const replacement = { change, snapshotPages, ...(isOrigin && { origin: { at, madeOf } }) }
      return worlds.store
        .replace(row.world, replacement, named, this.#idAt(version - 1))
        .catch((trouble: unknown) => this.#resolveOutcome(row.world, version, batch, trouble))
    })
    if (!this.#isDone(outcome)) return "outpaced"
    this.#continueFrom({ ...row, root, rootVersion: version, ...(isOrigin && { origin: { root, at, madeOf } }) }, state)
    this.#scalars = state.scalars
    this.#head = head
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

  /** Returns the commits of all writers after a version. Adds their blobs to `blobs`. Rejects if the world was deleted. */
  async since(version: number, blobs = this.#blobs): Promise<Since> {
    await this.#requireRow()
    const row = await this.#findCurrentRow()
    if (row === undefined) throw this.#deleted()
    // A store with fewer changes, or with others, was put back in time.
    let isPutBack = row.version < version
    if (this.#scalars !== undefined && !isPutBack) {
      const changes = await this.#changesAfter(row.world, version, this.#scalars, blobs, this.#idAt(version))
      // If there are no changes but the row has a newer version, the changes after `version` may have been dropped.
      if (typeof changes === "object" && (changes.length > 0 || row.version <= version)) return { changes }
      isPutBack = changes === "other_history"
    }
    const history = await this.#readWhole(this.#state, blobs, row)
    if (history === undefined) throw this.#deleted()
    const { changes, ...replaced } = history
    return { replaced, changes, isPutBack }
  }

  /** Returns whether the store contains another change than the newest known one: it was put back in time. */
  isOtherHistory({ version, id }: Head): boolean {
    const known = this.#idAt(version)
    return id !== undefined && known !== undefined && id !== known
  }

  /** Reads the newest change from the store. */
  async newest(): Promise<Head> {
    const { world } = await this.#requireRow()
    const newest = (await this.#worlds.newest()).get(world)
    if (newest === undefined) throw this.#deleted()
    return newest
  }

  /** Calls `hear` with the newest change after each commit of another writer. Returns a function that unsubscribes. */
  follow(hear: (head: Head) => void): () => void {
    const { store } = this.#worlds
    const stop = store.follow?.((news) => {
      if (news !== "worlds" && news.world === this.#row?.world) hear(news)
    })
    return stop ?? (() => {})
  }

  /** Attempts a write without effect. Rejects if the store cannot store changes, or lost a world that nobody can delete. */
  async probe(): Promise<void> {
    await this.#worlds.probe()
    if (this.#isPermanent) await this.newest()
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
    if (this.#isPermanent)
      return new StoreTrouble("moved", `the store no longer contains the world ${this.#name}; restore a backup`)
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

  /** Returns the ID of the newest known change if it has this version. */
  #idAt(version: number): string | undefined {
    return this.#head?.version === version ? this.#head.id : undefined
  }

  #headOf(world: number, change: ChangeRow | undefined): Required<Head> | undefined {
    const id = change && this.#worlds.store.changeId?.(world, change)
    return id === undefined || change === undefined ? undefined : { version: change.sequence, id }
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
      if (typeof changes === "object" && rootVersion + changes.length >= version) {
        const readOrigin = async (wanted: Blobs): Promise<Moment> => ({
          state: await this.#worlds.read(origin.root, this.#state, wanted),
          at: origin.at,
        })
        const lastAt = changes.length > 0 ? null : await lastChangeAt(this.#worlds.store, world, version, state.scalars)
        return { state, version: rootVersion, changes, lastAt, origin: readOrigin }
      }
      if (tries === READS)
        throw new StoreTrouble(
          "other",
          `the store is damaged: some of the ${version} changes of the world ${this.#name} are missing`,
        )
    }
  }

  /**
   * Reads the changes after a version and their blobs. Returns `"incomplete"` if a change is missing or replaces the whole state, and
   * `"other_history"` if the change with this version has another ID than `id`.
   */
  async #changesAfter(
    world: number,
    version: number,
    before: Scalars,
    blobs: Blobs | undefined,
    id?: string,
  ): Promise<readonly Change[] | "incomplete" | "other_history"> {
    const read = await readChanges(this.#worlds.store, world, version, before)
    if (read === undefined) return "incomplete"
    const { changes, size, base, newest } = read
    const found = this.#headOf(world, base)
    if (id !== undefined && found !== undefined && found.id !== id) return "other_history"
    const keys: string[] = []
    for (const { patches } of changes) for (const { key } of blobsOfPatches(patches)) keys.push(key)
    await this.#worlds.fetchBlobs([keys], blobs)
    this.#scalars = changes.at(-1)?.scalars ?? before
    this.#head = this.#headOf(world, newest)
    this.#changesSince += changes.length
    this.#sizeSince += size
    return changes
  }
}
