import { dueAutoActions, WorldClock } from "../automation/index.ts"
import {
  type ApiCaller,
  Background,
  belongsTo,
  type CommitAuthor,
  type Engine,
  Faults,
  FlooredClock,
  Log,
  Mailbox,
  type Moment,
  momentOf,
  type Past,
  type Ports,
  ResetTarget,
  requireSnapshot,
  resumed,
  ScriptLog,
  ScriptRuns,
  type Snapshot,
  type StoredWorld,
  StoreFailures,
  stateAt,
  type Unstored,
  Writer,
} from "../engine/index.ts"
import { expiringFiles } from "../items/index.ts"
import { type Instant, type NamesOf, requireOptions } from "../model/index.ts"
import type { Failure, WebhookDelivery } from "../model/records/index.ts"
import type { Acting, Public } from "../operations/index.ts"
import { actingAs, actingAsNobody, operationNames, RawOperations } from "../operations/index.ts"
import { requireUser } from "../people/index.ts"
import type { Patterns } from "../ports/index.ts"
import { blobNames, type Change, type State, stateDigest, Tx, View, withSettings } from "../state/index.ts"
import { ChangeListeners } from "./change-listeners.ts"
import { restartMoment } from "./restart-moment.ts"

const FORK: NamesOf<NonNullable<Parameters<World["fork"]>[0]>> = { baseUrl: true, from: true, persistence: true }
const LOG_SIZE = 1000
/** Sources of scheduled events. If both have an event at the same instant, uploads expire before auto actions run. */
const DUE_SOURCES = [expiringFiles, dueAutoActions]

/** An isolated tenant (architecture.md, "A world is a value"): an immutable state and the services that work on it. */
export class World implements Engine {
  /** The adapters to the outside, such as the blob store and the script engine. */
  readonly ports: Ports
  /** The world's base URL without a trailing slash. A server sets this property when it starts to listen. */
  baseUrl: string
  /** The world's time and scheduled events. */
  readonly clock: WorldClock
  /** The outbox: all mails that the world has sent. */
  readonly mail: Mailbox
  /** Jobs that continue after an operation has returned. */
  readonly background = new Background()
  /** The latest calls of webhooks. */
  readonly webhookLog = new Log<WebhookDelivery>(LOG_SIZE)
  /** Failures that no caller receives: undelivered mails, and items on which an auto action failed. */
  readonly failureLog = new Log<Failure>(LOG_SIZE)
  /** The lines that the world's scripts have logged. */
  readonly scriptLog = new ScriptLog()
  /** The latest runs of each script, with errors and lines. */
  readonly scriptRuns = new ScriptRuns()
  /** True if this process runs the world's scheduled events and mail deliveries; false if another process on the same store does. */
  isActive = true
  /** The planned faults, which make operations fail. */
  readonly faults = new Faults(this, operationNames)
  /** The planned failures of the store. */
  readonly storeFailures = new StoreFailures()
  /** Runs the API calls of scripts. The emulator sets this property; forks inherit it. */
  apiCaller: ApiCaller | null = null
  /** Matches regular expressions with lookaround or backreferences. The emulator sets a default; forks inherit it. */
  patterns: Patterns
  /** Operations that return records as they are stored. */
  readonly raw = new RawOperations(this)
  readonly #writer: Writer
  readonly #origin: ResetTarget
  readonly #time: FlooredClock
  #generation = 0
  #ended: string | null = null
  readonly #listeners = new ChangeListeners()

  constructor(state: State, ports: Ports, baseUrl: string, past: Past = {}) {
    this.ports = ports
    this.patterns = ports.patterns
    this.baseUrl = baseUrl
    this.#time = new FlooredClock(past.floor)
    this.#writer = new Writer(
      state,
      past.version ?? 0,
      {
        begin: (base) => new Tx(base, this.now, this.baseUrl),
        beforeStore: (operation) => this.storeFailures.strike(operation),
        published: (change, cause) => this.#published(change, cause),
        replaced: ({ origin, isPutBack }) => {
          this.#origin.set(origin)
          this.#replaced(isPutBack)
          this.#forgetLogs()
        },
      },
      ports,
    )
    this.#origin = new ResetTarget(past.origin ?? momentOf(state, ports.wallClock), ports.blobs)
    this.clock = new WorldClock(this, DUE_SOURCES)
    this.mail = new Mailbox(this)
    ports.blobs.retainedBy?.(this, (world) => [...blobNames(world.state), ...world.#origin.blobNames])
  }

  /** All current records; immutable. */
  get state(): State {
    return this.#writer.state
  }

  /** Number of changes committed so far. */
  get version(): number {
    return this.#writer.version
  }

  /** Number of restores, resets and imports so far. A background job from an earlier generation must not change anything. */
  get generation(): number {
    return this.#generation
  }

  /** The world's current time in ISO 8601, UTC. */
  get now(): Instant {
    return this.#time.now(this.state.scalars.clock, this.ports.wallClock)
  }

  /** Returns a digest of the whole state. Equal states have equal digests. */
  hash(): string {
    return stateDigest(this.state)
  }

  /** Returns a view for reading the current records. */
  view(): View {
    return new View(this.state, this.now, this.baseUrl)
  }

  /**
   * Runs `run` as one synchronous transaction, after all queued transactions. If `run` throws, all changes are rolled back and the promise
   * rejects. A persistent world appends the change to the store before making it visible, and rejects with SYSTEM_ERROR if that fails.
   * Without persistence, the change is complete on return. `at` is the instant of the change. Default: now.
   */
  commit<T>(operation: string, author: CommitAuthor | null, run: (tx: Tx) => T, at?: Instant): Promise<T> {
    if (this.#ended !== null) return Promise.reject(new Error(`${operation}: ${this.#ended}`))
    const begin = at === undefined ? undefined : (base: State) => new Tx(base, at, this.baseUrl)
    return this.#writer.run({ operation, author, run }, begin)
  }

  #published(change: Change, cause: unknown): void {
    this.mail.afterCommit(change)
    this.#listeners.changed(change, cause)
  }

  /**
   * Returns all operations, run as the user `e-mail`, `e-mail#user_code` or u_id (fixtures.md, UserRef). Throws for an unknown user.
   * Results contain natural values by display ID, and internal IDs. Operations reject with `DomainError`.
   */
  as(reference: string): Acting {
    return actingAs({ engine: this, uId: requireUser(this.view(), reference).uId })
  }

  /** The operations that need no user: registration, login and password recovery. */
  get public(): Public {
    return actingAsNobody({ engine: this })
  }

  /**
   * Calls `changed` with each change and its cause after the commit, in order, and `replaced` after each restore, reset or import. The
   * argument of `replaced` is true if the world was loaded again because its store was put back in time.
   */
  onChange(
    changed: (change: Change, cause: unknown) => void,
    replaced: (isPutBack: boolean) => void = () => {},
  ): () => void {
    return this.#listeners.add({ changed, replaced })
  }

  /** Returns an independent world in the current state or in that of a snapshot, in O(1). Its `reset` restores the same state. */
  fork(
    options: {
      /** Base URL of the new world. Default: this world's base URL. */
      readonly baseUrl?: string | undefined
      /** A snapshot of this world, or of a world from which this world was forked. Default: the current state. */
      readonly from?: Snapshot | undefined
      /** Persistence of the new world. Default: the new world exists only in memory. */
      readonly persistence?: StoredWorld | undefined
    } = {},
  ): World {
    requireOptions("fork", options, FORK)
    const { from, baseUrl = this.baseUrl, persistence } = options
    if (from !== undefined) requireSnapshot("fork", from, this.ports.blobs)
    const state = from === undefined ? this.state : stateAt(from, this.ports.wallClock)
    const twin = makeWorld(state, { ...this.ports, persistence }, baseUrl, { floor: this.#time.floor })
    return Object.assign(twin, { apiCaller: this.apiCaller, patterns: this.patterns })
  }

  /** Returns a snapshot of the current state for `restore`. */
  snapshot(): Snapshot {
    return this.keep({ state: this.state, version: this.version, at: this.now })
  }

  /** Keeps the snapshot's blobs while the snapshot is referenced, and allows this world to restore the snapshot. */
  keep(snapshot: Snapshot): Snapshot {
    this.ports.blobs.retainedBy?.(snapshot, ({ state }) => blobNames(state))
    belongsTo(snapshot, this.ports.blobs)
    return snapshot
  }

  /**
   * Restores the snapshot, including its clock, as one change. Without persistence, the change is complete on return or, if the clock is
   * moving, after the move. Rejects snapshots of unrelated worlds, because their files are missing here.
   */
  async restore(snapshot: Snapshot): Promise<void> {
    requireSnapshot("restore", snapshot, this.ports.blobs)
    return this.#replace("Restore", () => resumed(snapshot, this.ports.wallClock))
  }

  /** Restores the world's initial state or, after an import, the imported state. Completes at the same time as `restore`. */
  reset(): Promise<void> {
    const resetTo = (origin: Moment) =>
      this.#replace(
        "Reset",
        () => restartMoment(resumed(origin, this.ports.wallClock), this.ports, this.baseUrl),
        () => this.#forgetLogs(),
      )
    const origin = this.#origin.get()
    return origin instanceof Promise ? origin.then(resetTo) : resetTo(origin)
  }

  /**
   * Replaces the whole state, also for `reset`. Keeps the mailbox size and the task duration, which fixtures don't contain. `madeOf` is a
   * note for the store about the state's source. `origin` is a different state for `reset`. Completes like `restore`.
   */
  async replaceWith(given: State, madeOf: string | null = null, origin: State = given): Promise<void> {
    if (origin === given) return this.#begin(given, madeOf)
    const begun = this.#begin(origin, madeOf)
    const state = withSettings(given, this.state.scalars.settings)
    this.ports.blobs.retainedBy?.(state, blobNames)
    // Both replacements are queued at once, so nothing can be committed between them.
    await Promise.all([begun, this.#replace("Import", () => momentOf(state, this.ports.wallClock))])
  }

  #begin(given: State, madeOf: string | null): Promise<void> {
    const state = withSettings(given, this.state.scalars.settings)
    const { wallClock } = this.ports
    // The replacement may have to wait for the end of a clock move. The new state's blobs must not be freed before that.
    this.ports.blobs.retainedBy?.(state, blobNames)
    const makeMoment = () => momentOf(state, wallClock)
    const whenDone = () => {
      this.#origin.set(makeMoment())
      this.#forgetLogs()
    }
    return this.#replace("Import", makeMoment, whenDone, { madeOf })
  }

  #replace(
    operation: string,
    makeMoment: () => Moment,
    whenDone = () => {},
    origin?: { readonly madeOf: string | null },
  ): Promise<void> {
    return this.clock.whenStill(() =>
      this.#writer.replace({
        operation,
        makeMoment,
        isOrigin: origin !== undefined,
        ...origin,
        whenDone: () => {
          whenDone()
          this.#replaced()
        },
      }),
    )
  }

  #replaced(isPutBack = false): void {
    this.#generation += 1
    this.mail.wake()
    this.#listeners.replaced(isPutBack)
  }

  #forgetLogs(): void {
    for (const log of [this.webhookLog, this.failureLog, this.scriptLog, this.scriptRuns]) log.forget()
  }

  /** Resolves when all background jobs are done: post scripts, webhooks, mails and links. */
  async idle(): Promise<void> {
    await this.background.idle()
    await this.#writer.idle()
  }

  /** Makes all later changes fail with the given reason, e.g. after the world's test has ended. The world can still be read. */
  end(why: string): void {
    this.#ended = why
  }

  /** Waits for background jobs and closes the persistence. Later commits fail. */
  async close(): Promise<void> {
    await this.idle()
    await this.#writer.close()
  }

  /** Whether the world has a persistence and can therefore be opened again after the process has ended. */
  get isPersistent(): boolean {
    return this.ports.persistence !== undefined
  }

  /** Whether other processes may commit to this world. */
  get isShared(): boolean {
    return this.ports.persistence?.isShared ?? false
  }

  /** Applies all changes that other processes committed to the store before this call. */
  catchUp(): Promise<void> {
    return this.#writer.catchUp()
  }

  /** The writes that wait for the store. */
  get unstored(): Unstored {
    return this.#writer.unstored
  }

  /** The reason why the store is failing; null if no failure is known. */
  get storeTrouble(): string | null {
    return this.#writer.trouble
  }
}
/** Bundlers rename a class that refers to itself, so the class calls this function. */
const makeWorld = (...from: ConstructorParameters<typeof World>): World => new World(...from)
