import { noWebhooks } from "./adapters/absent.ts"
import { memoryBlobs } from "./adapters/memory-blobs.ts"
import { noPatterns } from "./adapters/no-patterns.ts"
import { quickjsScripts } from "./adapters/quickjs-scripts.ts"
import { scryptPasswords } from "./adapters/scrypt-passwords.ts"
import { systemClock } from "./adapters/system-clock.ts"
import { systemTimer } from "./adapters/system-timer.ts"
import { clockNow, resumedAt } from "./clock/now.ts"
import { WorldClock } from "./clock/world-clock.ts"
import { DomainError, invalidParams } from "./error.ts"
import type { Failure } from "./failure.ts"
import type { Instant, UId, WId } from "./ids.ts"
import { Mailbox } from "./mail/mailbox.ts"
import { type Acting, actAs, type Public, publicOf } from "./operations/index.ts"
import type { Blobs } from "./ports/blobs.ts"
import type { MailDelivery } from "./ports/mail-delivery.ts"
import type { Passwords } from "./ports/passwords.ts"
import type { Patterns } from "./ports/patterns.ts"
import type { Persistence } from "./ports/persistence.ts"
import type { Scripts } from "./ports/scripts.ts"
import type { Timer } from "./ports/timer.ts"
import type { WallClock } from "./ports/wall-clock.ts"
import type { Webhooks } from "./ports/webhooks.ts"
import type { Change } from "./state/change.ts"
import { type State, stateDigest, withMailboxSize } from "./state/state.ts"
import { Tx } from "./state/tx.ts"
import { View } from "./state/view.ts"
import { findUserByReference } from "./users/reference.ts"
import { Writer } from "./writer.ts"

/** What a world reaches the outside through (architecture.md, "Ports"). */
export interface Ports {
  readonly wallClock: WallClock
  readonly timer: Timer
  readonly passwords: Passwords
  readonly patterns: Patterns
  readonly blobs: Blobs
  readonly scripts: Scripts
  readonly webhooks: Webhooks
  /** Absent: mails stay in the outbox only. */
  readonly mailDelivery?: MailDelivery
  /** Absent: the world lives in memory only. */
  readonly persistence?: Persistence
}

export const defaultPorts = (): Ports => ({
  wallClock: systemClock,
  timer: systemTimer,
  passwords: scryptPasswords(),
  patterns: noPatterns,
  blobs: memoryBlobs(),
  scripts: quickjsScripts(),
  webhooks: noWebhooks,
})

interface Moment {
  readonly state: State
  readonly at: Instant
}

/** A moment of a world to come back to. */
export interface Snapshot extends Moment {
  readonly version: number
}

/** What came before, for a world that was stored. */
export interface Past {
  /** Number of changes that have led to the state. */
  readonly version?: number
  /** Where `reset` leads; the state itself when absent. */
  readonly origin?: State
}

/** A webhook that was sent or could not be sent; kept in a bounded log beside the state (control.md section 3). */
export interface WebhookDelivery {
  readonly at: Instant
  readonly url: string
  readonly status?: number
  readonly error?: string
  readonly ms: number
  readonly body: unknown
}

/** How a planned failure of the store ends: everything undone, or not even that (control.md section 3, "faults"). */
export type StoreFailure = "rolled_back" | "rollback_failed"

/** An API call that a script makes (model.md section 9). `depth`: how many scripts deep it is. */
export interface ApiCall {
  readonly method: string
  readonly uri: string
  readonly payload: unknown
  readonly depth: number
  /** Where the user works for it, when that is not his current workspace. */
  readonly wId?: WId | undefined
  /** On whose behalf the script runs. */
  readonly behalf?: unknown
}

/** Runs a script's `callAPIAsync` in the world as the user; resolves to the answer's body. */
export type ApiCaller = (world: World, call: ApiCall, uId: UId) => Promise<unknown>

const LOGGED_WEBHOOKS = 1000
const LOGGED_FAILURES = 1000

/**
 * One isolated copy of everything a tenant of the service can observe (architecture.md, "A world is a value"). All reading goes through
 * `view`, all writing through `commit`; the world holds one immutable state and swaps it.
 */
export class World {
  readonly ports: Ports
  /** Where the world is served, without a trailing slash; a server that listens sets it. */
  baseUrl: string
  /** The world's time, and what happens by itself in it. */
  readonly clock: WorldClock
  /** The outbox: every mail the world has sent. */
  readonly mail: Mailbox
  /** Runs API calls of scripts; the skin sets it, forks inherit it. */
  apiCaller: ApiCaller | null = null
  /** Runs lookaround and backreferences of searches; where the world was made without, the skin sets one, forks inherit it. */
  patterns: Patterns
  readonly #writer: Writer
  #origin: Moment
  #behalf: unknown
  #life = 0
  readonly #listeners = new Set<(change: Change, behalf: unknown) => void>()
  readonly #background = new Set<Promise<unknown>>()
  #webhooks: WebhookDelivery[] = []
  #failures: Failure[] = []
  readonly #failureListeners = new Set<(failure: Failure) => void>()
  readonly #storeFailures = new Set<{ readonly operation: string; readonly failure: StoreFailure }>()

  constructor(state: State, ports: Ports, baseUrl: string, past: Past = {}) {
    this.ports = ports
    this.patterns = ports.patterns
    this.baseUrl = baseUrl
    this.#writer = new Writer(
      state,
      past.version ?? 0,
      {
        begin: (base) => new Tx(base, this.now, this.baseUrl),
        beforeStore: (operation) => this.#failWhenPlanned(operation),
        published: (change, behalf) => this.#published(change, behalf),
      },
      ports.persistence,
    )
    this.#origin = this.#beginningOf(past.origin ?? state)
    this.clock = new WorldClock(this)
    this.mail = new Mailbox(this)
  }

  get state(): State {
    return this.#writer.state
  }

  /** Number of committed changes. */
  get version(): number {
    return this.#writer.version
  }

  /**
   * Counts how often everything was replaced (restore, reset, an import). What goes on after an answer and finds another life
   * than the one it began in has nothing to say any more.
   */
  get life(): number {
    return this.#life
  }

  /** What the world's clock shows, in the millisecond form. */
  get now(): Instant {
    return clockNow(this.state.scalars.clock, this.ports.wallClock)
  }

  /** Digest of the whole state: equal states have equal hashes. */
  hash(): string {
    return stateDigest(this.state)
  }

  /** The state as it is, at the world's present instant. */
  view(): View {
    return new View(this.state, this.now, this.baseUrl)
  }

  /**
   * Runs one synchronous transaction, alone: commands queue. What it throws rolls everything back and reaches the caller.
   * With a persistence, the change is appended before it becomes visible; if that fails the caller gets SYSTEM_ERROR and the
   * old state stays. Without one it has happened on return. `at` is the instant it happens at, the present one when absent.
   */
  commit<T>(operation: string, actor: UId | null, command: (tx: Tx) => T, at?: Instant): Promise<T> {
    const begin = at === undefined ? undefined : (base: State) => new Tx(base, at, this.baseUrl)
    return this.#writer.run({ operation, actor, run: command, behalf: this.#behalf }, begin)
  }

  /**
   * Makes the store fail in the next commit of an operation that writes something: its caller gets SYSTEM_ERROR, nothing is
   * changed. An operation that knows better asks with `takeStoreFailure`. The answer takes the plan back, used or not.
   */
  planStoreFailure(operation: string, failure: StoreFailure): () => void {
    const plan = { operation, failure }
    this.#storeFailures.add(plan)
    return () => void this.#storeFailures.delete(plan)
  }

  /** The store failure planned for an operation, which is used up by asking. */
  takeStoreFailure(operation: string): StoreFailure | undefined {
    for (const plan of this.#storeFailures) {
      if (plan.operation !== operation) continue
      this.#storeFailures.delete(plan)
      return plan.failure
    }
    return undefined
  }

  #failWhenPlanned(operation: string): void {
    if (this.takeStoreFailure(operation) === undefined) return
    throw new DomainError("SYSTEM_ERROR", "store", "the store failed, all changes were rolled back")
  }

  #published(change: Change, behalf: unknown): void {
    this.mail.afterCommit(change)
    for (const listener of this.#listeners) {
      try {
        listener(change, behalf)
      } catch (error) {
        // What was committed is not refused because somebody who watches is wrong; but it must not pass unseen.
        void Promise.reject(error)
      }
    }
  }

  /**
   * Runs use cases as a user: `e-mail`, `e-mail#user_code` or u_id (fixtures.md, UserRef). Refuses an unknown one.
   */
  as(reference: string): Acting {
    const user = findUserByReference(this.view(), reference)
    if (user === undefined) throw invalidParams(`no user ${reference}`)
    return actAs({ world: this, uId: user.uId })
  }

  /** The use cases that need no user: registration, login, forgotten passwords. */
  get public(): Public {
    return publicOf(this)
  }

  /**
   * Runs work on somebody's behalf: with every commit begun before `work` returns, listeners to changes are told whose it was.
   * What is begun later, after something was awaited, says so anew (`commitFor`).
   */
  onBehalfOf<T>(behalf: unknown, work: () => T): T {
    const outer = this.#behalf
    this.#behalf = behalf
    try {
      return work()
    } finally {
      this.#behalf = outer
    }
  }

  /** Called after each commit, in order, with on whose behalf it was, if that was said. The answer ends the subscription. */
  onChange(listener: (change: Change, behalf: unknown) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * An independent world that begins as this one is now, or was at a snapshot of it; O(1). Its own origin is that moment.
   * It lives in memory only: a persistence stays with the world it was given to.
   */
  fork(options: { readonly baseUrl?: string; readonly from?: Snapshot } = {}): World {
    const { from, baseUrl = this.baseUrl } = options
    const { persistence: _, ...ports } = this.ports
    const twin = new World(from === undefined ? this.state : this.#stateAt(from), ports, baseUrl)
    twin.apiCaller = this.apiCaller
    twin.patterns = this.patterns
    return twin
  }

  snapshot(): Snapshot {
    return { state: this.state, version: this.version, at: this.now }
  }

  /**
   * Puts everything back as it was at the snapshot, the clock included. Counts as a change. Without a persistence done on return,
   * unless the clock is being moved: then after that.
   */
  restore(snapshot: Snapshot): Promise<void> {
    return this.#replace(() => this.#stateAt(snapshot))
  }

  /** Puts everything back as it was when the world was made. When that is done: as for `restore`. */
  reset(): Promise<void> {
    return this.#replace(
      () => this.#stateAt(this.#origin),
      () => this.#forgetLogs(),
    )
  }

  /**
   * Replaces everything; `reset` leads here from now on. Only how many mails are kept stays: no fixture has a word for it.
   * When that is done: as for `restore`.
   */
  replaceWith(given: State): Promise<void> {
    const state = withMailboxSize(given, this.state.scalars.settings.mailboxSize)
    return this.#replace(
      () => state,
      () => {
        this.#origin = this.#beginningOf(state)
        this.#forgetLogs()
      },
    )
  }

  #replace(makeState: () => State, whenDone = () => {}): Promise<void> {
    return this.clock.whenStill(() =>
      this.#writer.replace(makeState, () => {
        this.#life += 1
        whenDone()
        this.mail.wake()
      }),
    )
  }

  #forgetLogs(): void {
    this.#webhooks = []
    this.#failures = []
  }

  #beginningOf(state: State): Moment {
    return { state, at: clockNow(state.scalars.clock, this.ports.wallClock) }
  }

  /** A ticking clock goes on from where it stood at that moment. */
  #stateAt({ state, at }: Moment): State {
    return resumedAt(state, at, this.ports.wallClock)
  }

  /** Takes over work that goes on after an answer was given; `idle` waits for it. Its failures are its own business. */
  inBackground(work: Promise<unknown>): void {
    const settled = work.catch(() => {}).finally(() => this.#background.delete(settled))
    this.#background.add(settled)
  }

  /** Resolves once all work that goes on after answers (scripts not awaited, webhooks, deliveries) is done. */
  async idle(): Promise<void> {
    while (this.#background.size > 0) await Promise.all(this.#background)
    await this.#writer.idle()
  }

  /** Finishes what goes on and lets go of the persistence; nothing is committed afterwards. */
  async close(): Promise<void> {
    await this.idle()
    await this.ports.persistence?.close()
  }

  /** Where webhooks that are sent now are logged once they have ended; after a reset that is nowhere to be seen. */
  get webhookLog(): { add(delivery: WebhookDelivery): void } {
    const log = this.#webhooks
    return {
      add(delivery) {
        log.push(delivery)
        if (log.length > LOGGED_WEBHOOKS) log.shift()
      },
    }
  }

  /** The latest webhooks, oldest first. */
  get webhooks(): readonly WebhookDelivery[] {
    return this.#webhooks
  }

  /** Keeps what went wrong where nobody could be told, and tells who listens. */
  logFailure(failure: Failure): void {
    this.#failures.push(failure)
    if (this.#failures.length > LOGGED_FAILURES) this.#failures.shift()
    for (const listener of this.#failureListeners) listener(failure)
  }

  /** The latest failures, oldest first: mails that were not delivered, items that an auto action could not be run on. */
  get failures(): readonly Failure[] {
    return this.#failures
  }

  /** Called with each failure as it happens. The answer ends the subscription. */
  onFailure(listener: (failure: Failure) => void): () => void {
    this.#failureListeners.add(listener)
    return () => void this.#failureListeners.delete(listener)
  }
}
