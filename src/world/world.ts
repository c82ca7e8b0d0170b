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
  readOnlyRefusal,
  requireSnapshot,
  resumed,
  ScriptLog,
  ScriptRuns,
  type Snapshot,
  StoreFailures,
  type TxWork,
  type Unstored,
  Writer,
} from "../engine/index.ts"
import { type DryRun, dryRun, type KeptVersion, partsOfDryRun, Versioned } from "../insight/index.ts"
import { expiringFiles } from "../items/index.ts"
import type { Instant } from "../model/index.ts"
import type { Failure, WebhookDelivery } from "../model/records/index.ts"
import type { Acting, Public } from "../operations/index.ts"
import { actingAs, actingAsNobody, operationNames, RawOperations } from "../operations/index.ts"
import { requireUser } from "../people/index.ts"
import type { Patterns } from "../ports/index.ts"
import { blobNames, type Change, type State, stateDigest, Tx, View, withSettings } from "../state/index.ts"
import { ChangeListeners } from "./change-listeners.ts"
import { type ForkOptions, partsOfFork } from "./fork-options.ts"
import type { PastWorld, World } from "./public-world.ts"
import { restartMoment } from "./restart-moment.ts"
import { type SeedItems, seedLater } from "./seed/seed-later.ts"

const LOG_SIZE = 1000
/** Sources of scheduled events. If both have an event at the same instant, uploads expire before auto actions run. */
const DUE_SOURCES = [expiringFiles, dueAutoActions]

/** A world, with the members that operations, servers and stores need in addition to those of `World`. */
export class EngineWorld extends Versioned<EngineWorld, PastWorld> implements World, Engine {
  /** The adapters to the outside, such as the blob store and the script engine. */
  readonly ports: Ports
  baseUrl: string
  readonly clock: WorldClock
  readonly mail: Mailbox
  /** Jobs that continue after an operation has returned. */
  readonly background = new Background()
  readonly webhookLog = new Log<WebhookDelivery>(LOG_SIZE)
  readonly failureLog = new Log<Failure>(LOG_SIZE)
  readonly scriptLog = new ScriptLog()
  readonly scriptRuns = new ScriptRuns()
  /** True if this process runs the world's scheduled events and mail deliveries; false if another process on the same store does. */
  isActive = true
  readonly faults = new Faults(this, operationNames)
  /** The planned failures of the store. */
  readonly storeFailures = new StoreFailures()
  /** Runs the API calls of scripts. The emulator sets this property; forks inherit it. */
  apiCaller: ApiCaller | null = null
  /** The world whose tokens are valid in this version of the past; undefined for other worlds. */
  present: EngineWorld | undefined
  /** Lets other work run between the parts of a long transaction. The emulator sets this property; forks inherit it. */
  pause: (() => Promise<void>) | undefined
  /** Matches regular expressions with lookaround or backreferences. The emulator sets a default; forks inherit it. */
  patterns: Patterns
  readonly raw = new RawOperations(this)
  readonly #writer: Writer
  readonly #origin: ResetTarget
  readonly #time: FlooredClock
  readonly #ownSecrets: Past["ownSecrets"]
  #generation = 0
  #ended: string | null = null
  readonly #listeners = new ChangeListeners()

  constructor(state: State, ports: Ports, baseUrl: string, past: Past = {}) {
    super(past.readOnlyAt)
    this.ports = ports
    this.patterns = ports.patterns
    this.baseUrl = baseUrl
    this.#time = new FlooredClock(past.floor)
    this.#ownSecrets = past.ownSecrets
    this.#writer = new Writer(
      state,
      past.version ?? 0,
      {
        begin: (base) => new Tx(base, this.now, this.baseUrl, this.#ownSecrets),
        pause: () => this.pause,
        beforeStore: (operation) => this.storeFailures.strike(operation),
        published: (change, cause) => this.#published(change, cause),
        replaced: ({ origin, isPutBack }) => {
          this.#origin.set(origin)
          this.#replaced("Restore", isPutBack)
          this.#forgetLogs()
        },
      },
      ports,
    )
    this.#origin = new ResetTarget(past.origin ?? momentOf(state, ports.wallClock), ports.blobs)
    this.clock = new WorldClock(this, DUE_SOURCES)
    this.mail = new Mailbox(this)
    ports.blobs.retainedBy?.(this, (world) => [...blobNames(world.state), ...world.#origin.blobNames])
    this.history.begin({ size: past.history ?? 0 })
  }

  get state(): State {
    return this.#writer.state
  }

  get version(): number {
    return this.#writer.version
  }

  /** Number of restores, resets and imports so far. A background job from an earlier generation must not change anything. */
  get generation(): number {
    return this.#generation
  }

  get now(): Instant {
    return this.readOnlyAt ?? this.#time.now(this.state.scalars.clock, this.ports.wallClock)
  }

  hash(): string {
    return stateDigest(this.state)
  }

  tokenView(): View {
    return (this.present ?? this).view()
  }

  view(): View {
    return new View(this.state, this.now, this.baseUrl)
  }

  /**
   * Runs `run` as one transaction, after all queued transactions. If `run` throws, all changes are rolled back and the promise rejects. A
   * persistent world appends the change to the store before making it visible, and rejects with SYSTEM_ERROR if that fails.
   * Without persistence, the change is complete on return. `at` is the instant of the change. Default: now.
   */
  commit<T>(operation: string, author: CommitAuthor | null, run: TxWork<T>, at?: Instant): Promise<T> {
    if (this.isReadOnly) return Promise.reject(readOnlyRefusal())
    if (this.#ended !== null) return Promise.reject(new Error(`${operation}: ${this.#ended}`))
    const begin = at === undefined ? undefined : (base: State) => new Tx(base, at, this.baseUrl, this.#ownSecrets)
    return this.#writer.run({ operation, author, run }, begin)
  }

  #published(change: Change, cause: unknown): void {
    this.mail.afterCommit(change)
    this.#listeners.changed(change, cause)
  }

  as(reference: string): Acting {
    return actingAs({ engine: this, uId: requireUser(this.view(), reference).uId })
  }

  get public(): Public {
    return actingAsNobody({ engine: this })
  }

  onChange(
    changed: (change: Change, cause: unknown) => void,
    replaced: (isPutBack: boolean, operation: string) => void = () => {},
  ): () => void {
    return this.#listeners.add({ changed, replaced })
  }

  seedItems(wish: SeedItems): ReturnType<typeof seedLater> {
    return seedLater(this, wish)
  }

  fork(options: ForkOptions = {}): EngineWorld {
    return this.#twin(...partsOfFork(this, options))
  }

  protected copyOf(state: State, ports: Ports): EngineWorld {
    return this.#twin(state, ports, this.baseUrl)
  }

  open({ state, version, at }: KeptVersion): EngineWorld {
    const past = { version, readOnlyAt: at, history: this.history.size }
    const twin = this.#twin(state, { ...this.ports, persistence: undefined }, this.baseUrl, past)
    return Object.assign(twin, { present: this })
  }

  dryRun<T>(run: (twin: EngineWorld) => T | Promise<T>): Promise<DryRun<T>> {
    return dryRun(Object.assign(this.#twin(...partsOfDryRun(this)), { present: this.present }), run)
  }

  #twin(state: State, ports: Ports, baseUrl: string, past: Past = {}): EngineWorld {
    const twin = makeWorld(state, ports, baseUrl, { floor: this.#time.floor, ...past })
    return Object.assign(twin, { apiCaller: this.apiCaller, pause: this.pause, patterns: this.patterns })
  }

  snapshot(): Snapshot {
    return this.keep({ state: this.state, version: this.version, at: this.now })
  }

  /** Keeps the snapshot's blobs while the snapshot is referenced, and allows this world to restore the snapshot. */
  keep(snapshot: Snapshot): Snapshot {
    this.ports.blobs.retainedBy?.(snapshot, ({ state }) => blobNames(state))
    belongsTo(snapshot, this.ports.blobs)
    return snapshot
  }

  async restore(snapshot: Snapshot): Promise<void> {
    requireSnapshot("restore", snapshot, this.ports.blobs)
    return this.resume("Restore", snapshot)
  }

  resume(operation: "Restore" | "Rewind", moment: Moment): Promise<void> {
    return this.#replace(operation, () => resumed(moment, this.ports.wallClock))
  }

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
    if (this.isReadOnly) return Promise.reject(readOnlyRefusal())
    return this.clock.whenStill(() =>
      this.#writer.replace({
        operation,
        makeMoment,
        isOrigin: origin !== undefined,
        ...origin,
        whenDone: () => {
          whenDone()
          this.#replaced(operation)
        },
      }),
    )
  }

  #replaced(operation: string, isPutBack = false): void {
    this.#generation += 1
    this.mail.wake()
    this.#listeners.replaced(isPutBack, operation)
  }

  #forgetLogs(): void {
    for (const log of [this.webhookLog, this.failureLog, this.scriptLog, this.scriptRuns]) log.forget()
  }

  async idle(): Promise<void> {
    await this.background.idle()
    await this.#writer.idle()
  }

  /** Makes all later changes fail with the given reason, e.g. after the world's test has ended. The world can still be read. */
  end(why: string): void {
    this.#ended = why
  }

  async close(): Promise<void> {
    await this.idle()
    await this.#writer.close()
  }

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
const makeWorld = (...from: ConstructorParameters<typeof EngineWorld>): EngineWorld => new EngineWorld(...from)
