import { dueAutoActions } from "../auto-actions/due-auto-actions.ts"
import { WorldClock } from "../automation/world-clock.ts"
import { Background } from "../engine/background.ts"
import type { ApiCaller, CommitAuthor, Engine } from "../engine/engine.ts"
import { Log } from "../engine/log.ts"
import { belongsTo, type Moment, momentOf, requireSnapshot, resumed, type Snapshot, stateAt } from "../engine/moment.ts"
import { clockNow } from "../engine/now.ts"
import { type Past, ResetTarget } from "../engine/reset-target.ts"
import { ScriptLog } from "../engine/script-log.ts"
import { ScriptRuns } from "../engine/script-runs.ts"
import { StoreFailures } from "../engine/store-failures.ts"
import { Writer } from "../engine/writer.ts"
import { Faults } from "../faults/faults.ts"
import { expiringFiles } from "../files/expiring-files.ts"
import type { Instant } from "../model/ids.ts"
import { Mailbox } from "../engine/mail/mailbox.ts"
import { actingAs, actingAsNobody } from "../operations/acting.ts"
import type { Acting, Public } from "../operations/index.ts"
import { operationNames } from "../operations/index.ts"
import { RawDoor } from "../operations/raw-door.ts"
import type { Patterns } from "../ports/patterns.ts"
import type { Persistence } from "../ports/persistence.ts"
import type { Ports } from "../ports/ports.ts"
import type { Failure } from "../records/failure.ts"
import type { WebhookDelivery } from "../records/webhook-delivery.ts"
import { blobNames } from "../state/blob-names.ts"
import type { Change } from "../state/change.ts"
import { type State, stateDigest, withWishes } from "../state/state.ts"
import { Tx } from "../state/tx.ts"
import { View } from "../state/view.ts"
import { type NamesOf, requireOptions } from "../model/strings/options.ts"
import { requireUser } from "../people/users/reference.ts"

const FORK: NamesOf<NonNullable<Parameters<World["fork"]>[0]>> = { baseUrl: true, from: true, persistence: true }
const LOGGED_WEBHOOKS = 1000
const LOGGED_FAILURES = 1000
/** An upload that dies and an auto action at one instant: the upload first. */
const DUE_SOURCES = [expiringFiles, dueAutoActions]

/**
 * One isolated copy of everything a tenant of the service can observe (architecture.md, "A world is a value"): one immutable state, and the parts that
 * stand around it.
 */
export class World implements Engine {
  /** What it stands on. */
  readonly ports: Ports
  /** Where the world is served, without a trailing slash; a server that listens sets it. */
  baseUrl: string
  /** The world's time, and what happens by itself in it. */
  readonly clock: WorldClock
  /** The outbox: every mail the world has sent. */
  readonly mail: Mailbox
  /** Work that continues after answers. */
  readonly background = new Background()
  /** The latest webhooks that were sent. */
  readonly webhookLog = new Log<WebhookDelivery>(LOGGED_WEBHOOKS)
  /**
   * Failures that no caller could be told of: mails that were not delivered, items that an auto action could not be run on.
   */
  readonly failureLog = new Log<Failure>(LOGGED_FAILURES)
  /** What scripts wrote with their loggers. */
  readonly scriptLog = new ScriptLog()
  /** The latest runs of each script. */
  readonly scriptRuns = new ScriptRuns()
  /** Whether what happens by itself is done here: of several servers on one store, one leads a world. */
  leads = true
  /** The planned failures of operations. */
  readonly faults = new Faults(this, operationNames)
  /** Failures of the store that are planned. */
  readonly storeFailures = new StoreFailures()
  /** Runs API calls of scripts; the skin sets it, forks inherit it. */
  apiCaller: ApiCaller | null = null
  /** Runs the lookaround and backreferences of searches. A world made without one gets the skin's; forks inherit it. */
  patterns: Patterns
  /** The operations as use cases answer them: records as they are stored. */
  readonly raw = new RawDoor(this)
  readonly #writer: Writer
  readonly #origin: ResetTarget
  #life = 0
  #ended: string | null = null
  readonly #listeners = new Set<(change: Change, behalf: unknown) => void>()

  constructor(state: State, ports: Ports, baseUrl: string, past: Past = {}) {
    this.ports = ports
    this.patterns = ports.patterns
    this.baseUrl = baseUrl
    this.#writer = new Writer(
      state,
      past.version ?? 0,
      {
        begin: (base) => new Tx(base, this.now, this.baseUrl),
        beforeStore: (operation) => this.storeFailures.strike(operation),
        published: (change, behalf) => this.#published(change, behalf),
        replaced: (origin) => {
          this.#origin.set(origin)
          this.#replaced()
          this.#forgetLogs()
        },
      },
      ports,
    )
    this.#origin = new ResetTarget(past.origin ?? momentOf(state, ports.wallClock), ports.blobs)
    this.clock = new WorldClock(this, DUE_SOURCES)
    this.mail = new Mailbox(this)
    ports.blobs.heldBy?.(this, (world) => [...blobNames(world.state), ...world.#origin.blobNames])
  }

  /** All records as they are now; never changed in place. */
  get state(): State {
    return this.#writer.state
  }

  /** Number of committed changes. */
  get version(): number {
    return this.#writer.version
  }

  /** How often all its records were replaced at once: what began in an earlier life must change nothing. */
  get life(): number {
    return this.#life
  }

  /** The world's time: ISO 8601 in UTC. */
  get now(): Instant {
    return clockNow(this.state.scalars.clock, this.ports.wallClock)
  }

  /** Digest of the whole state: equal states have equal hashes. */
  hash(): string {
    return stateDigest(this.state)
  }

  /** Reads records as they are now. */
  view(): View {
    return new View(this.state, this.now, this.baseUrl)
  }

  /**
   * Runs one synchronous transaction, alone: commands queue. What it throws rolls everything back and reaches the caller.
   * With a persistence, the change is appended before it becomes visible; if that fails the caller gets SYSTEM_ERROR and the
   * old state stays. Without one it has happened on return. `at` is the instant it happens at, the present one when absent.
   */
  commit<T>(operation: string, author: CommitAuthor | null, run: (tx: Tx) => T, at?: Instant): Promise<T> {
    if (this.#ended !== null) return Promise.reject(new Error(`${operation}: ${this.#ended}`))
    const begin = at === undefined ? undefined : (base: State) => new Tx(base, at, this.baseUrl)
    return this.#writer.run({ operation, author, run }, begin)
  }

  #published(change: Change, behalf: unknown): void {
    this.mail.afterCommit(change)
    for (const listener of this.#listeners) {
      try {
        listener(change, behalf)
      } catch (error) {
        // A commit is not undone because a listener throws, but the error must not go unnoticed.
        void Promise.reject(error)
      }
    }
  }

  /**
   * Every operation as a user, named by `e-mail`, `e-mail#user_code` or u_id (fixtures.md, UserRef); refuses an unknown one. Answers
   * are what people read: values by display ID in natural types, IDs beside them. Refusals throw `DomainError`.
   */
  as(reference: string): Acting {
    return actingAs({ engine: this, uId: requireUser(this.view(), reference).uId })
  }

  /** The operations that need no user: registration, login, forgotten passwords. */
  get public(): Public {
    return actingAsNobody({ engine: this })
  }

  /** Called after each commit, in order, with on whose behalf it was, if that was said. The answer ends the subscription. */
  onChange(listener: (change: Change, behalf: unknown) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * An independent world that begins as this one is now, or was at a snapshot of it; O(1). Its own origin is that moment.
   * Without a persistence of its own it lives in memory only: this world's stays with it.
   */
  fork(
    options: {
      /** Where the new world is served. Default: that of this one. */
      readonly baseUrl?: string
      /** A snapshot of this world, or of one that it was forked from, to begin with. Default: as it is now. */
      readonly from?: Snapshot
      /** Keeps the new world beyond the process. Default: memory only. */
      readonly persistence?: Persistence
    } = {},
  ): World {
    requireOptions("fork", options, FORK)
    const { from, baseUrl = this.baseUrl, persistence } = options
    if (from !== undefined) requireSnapshot("fork", from, this.ports.blobs)
    const { persistence: _, ...usual } = this.ports
    const ports: Ports = persistence === undefined ? usual : { ...usual, persistence }
    const twin = new World(from === undefined ? this.state : stateAt(from, ports.wallClock), ports, baseUrl)
    twin.apiCaller = this.apiCaller
    twin.patterns = this.patterns
    return twin
  }

  /** The world's present moment, to which `restore` returns. */
  snapshot(): Snapshot {
    return this.keep({ state: this.state, version: this.version, at: this.now })
  }

  /** Keeps the bytes that a snapshot names for as long as it is there, and lets this world go back to it. */
  keep(snapshot: Snapshot): Snapshot {
    const { blobs } = this.ports
    blobs.heldBy?.(snapshot, ({ state }) => blobNames(state))
    belongsTo(snapshot, blobs)
    return snapshot
  }

  /**
   * Puts everything back as it was at the snapshot, the clock included. Counts as a change. Without a persistence it is done
   * on return, or, while the clock is being moved, as soon as the move is done. Rejects what another world was, unless one was forked
   * from the other: its files are not here.
   */
  async restore(snapshot: Snapshot): Promise<void> {
    requireSnapshot("restore", snapshot, this.ports.blobs)
    return this.#replace("Restore", () => resumed(snapshot, this.ports.wallClock))
  }

  /** Puts everything back as it was when the world was made. Completes as `restore` does. */
  reset(): Promise<void> {
    const resetTo = (origin: Moment) =>
      this.#replace(
        "Reset",
        () => resumed(origin, this.ports.wallClock),
        () => this.#forgetLogs(),
      )
    const origin = this.#origin.get()
    return origin instanceof Promise ? origin.then(resetTo) : resetTo(origin)
  }

  /**
   * Replaces everything; `reset` leads here from now on. Only the size of the mailbox and how long tasks take stay, since
   * fixtures can't express them. Completes as `restore` does. `madeOf`: what is kept of where the state came from.
   */
  replaceWith(given: State, madeOf: string | null = null): Promise<void> {
    const state = withWishes(given, this.state.scalars.settings)
    const { wallClock } = this.ports
    // It may have to wait until the clock stands still.
    this.ports.blobs.heldBy?.(state, blobNames)
    return this.#replace(
      "Import",
      () => momentOf(state, wallClock),
      () => {
        this.#origin.set(momentOf(state, wallClock))
        this.#forgetLogs()
      },
      { madeOf },
    )
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

  #replaced(): void {
    this.#life += 1
    this.mail.wake()
  }

  #forgetLogs(): void {
    this.webhookLog.forget()
    this.failureLog.forget()
    this.scriptLog.forget()
    this.scriptRuns.forget()
  }

  /** Resolves when nothing goes on behind answers: post scripts, webhooks, mails, links. */
  async idle(): Promise<void> {
    await this.background.idle()
    await this.#writer.idle()
  }

  /** From now on every change is refused, with a sentence that says why: for worlds whose test is over. What they hold can be read. */
  end(why: string): void {
    this.#ended = why
  }

  /** Finishes what goes on and lets go of the persistence; nothing is committed afterwards. */
  async close(): Promise<void> {
    await this.idle()
    await this.#writer.close()
  }

  /** Whether the world is kept beyond the process. */
  get isKept(): boolean {
    return this.ports.persistence !== undefined
  }

  /** Whether other servers may commit to it. */
  get isShared(): boolean {
    return this.ports.persistence?.newest !== undefined
  }

  /** Takes over what other servers have committed to the store, up to what is the newest after the call. */
  catchUp(): Promise<void> {
    return this.#writer.catchUp()
  }

  /** Why nothing can be stored at present; null when nothing is known to be wrong. */
  get storeTrouble(): string | null {
    return this.#writer.trouble
  }
}
