import { DomainError } from "../../model/index.ts"
import { type Blobs, retain, StoreTrouble, type Timer, type WallClock } from "../../ports/index.ts"
import { blobNames, blobsOfPatches, redo, replay } from "../../state/index.ts"
import type { Moment } from "../background/moment.ts"
import type { Since } from "../log/history.ts"
import type { StoredWorld } from "../log/stored-world.ts"
import type { Ports } from "../operation/ports.ts"
import { Patience, readInTime } from "./patience.ts"
import { type BatchResult, type CommandJob, type JobCallbacks, runBatch, runInTurns } from "./run-together.ts"
import { retryAfterOf, StoreHealth } from "./store-health.ts"
import type { Command, Replace, Writer, WriterHooks } from "./writer.ts"

/** A queued transaction, replacement of the state, or request to read other writers' changes. */
type Job = CommandJob | (JobCallbacks & { readonly replace: Replace }) | (JobCallbacks & { readonly catchUp: true })

/** Transactions and replacements that are not stored yet. Their callers still wait. */
export interface Unstored {
  /** Number of transactions and replacements. */
  readonly writes: number
  /** How long the oldest of them has been waiting, in milliseconds; 0 if there are none. */
  readonly oldestMs: number
}

const isCommand = (job: Job): job is CommandJob => "command" in job

/** Whether the job may be stored together with others. */
const isBatched = (job: Job): boolean => isCommand(job) && job.turns === undefined

/** Maximum number of attempts to store a job while other writers commit first. */
const ROUNDS = 100
/** Minimum number of changes after a failed snapshot before the next attempt. */
const RETRY_AFTER = 1000

const notStored = (cause: unknown) =>
  new DomainError("SYSTEM_ERROR", "store", "the change could not be stored", {
    description: String(cause),
    ...retryAfterOf(cause),
  })

const SILENT_STORE = "the store does not respond"
const silent = () => notStored(new StoreTrouble("gone", SILENT_STORE))

/** Stores queued jobs in order. Publishes changes only after they are stored. */
export class StoreQueue {
  readonly #writer: Writer
  readonly #stored: StoredWorld
  readonly #timer: Timer
  readonly #wallClock: WallClock
  readonly #blobs: Blobs
  readonly #unfollow: () => void
  readonly #queue: Job[] = []
  /** The jobs that were taken from the queue and are being stored. */
  #running: readonly Job[] = []
  #draining: Promise<void> | null = null
  #snapshot: Promise<void> | null = null
  #retrySnapshotAt = 0
  /** True while a store call exceeds the time limit. New jobs are refused until the call settles. */
  #isHeld = false
  readonly #health: StoreHealth

  constructor(writer: Writer, stored: StoredWorld, ports: Pick<Ports, "timer" | "blobs" | "wallClock">) {
    const { timer, blobs, wallClock } = ports
    this.#writer = writer
    this.#stored = stored
    this.#timer = timer
    this.#wallClock = wallClock
    this.#blobs = blobs
    this.#health = new StoreHealth(() => stored.probe(), timer)
    this.#unfollow = stored.follow((head) => {
      const isNew = head.version !== this.#writer.version || stored.isOtherHistory(head)
      if (isNew && !this.#queue.some((job) => "catchUp" in job)) void this.#enqueueCatchUp().catch(() => {})
    })
  }

  get trouble(): string | null {
    return this.#health.trouble ?? (this.#isHeld ? SILENT_STORE : null)
  }

  get unstored(): Unstored {
    const writes = [...this.#running, ...this.#queue].filter((job) => !("catchUp" in job))
    const since = writes[0]?.since
    return { writes: writes.length, oldestMs: since === undefined ? 0 : Math.max(this.#wallClock.now() - since, 0) }
  }

  run<T>(command: Command<T>, begin: WriterHooks["begin"]): Promise<T> {
    const turns = this.#writer.turnsOf(command)
    return this.#enqueue<T>((callbacks) => ({ begin, command, ...callbacks, ...(turns && { turns }) }))
  }

  replace(replace: Replace): Promise<void> {
    return this.#enqueue<void>((callbacks) => ({ replace, ...callbacks }))
  }

  async catchUp(): Promise<void> {
    if (!this.#stored.isShared) return
    const late = () => new StoreTrouble("gone", SILENT_STORE)
    const known = this.#writer.version
    const head = await readInTime(this.#timer, () => this.#stored.newest(), late).catch((cause: unknown) => {
      throw this.#refusal(cause)
    })
    this.#health.wasRead()
    // The store was put back in time, e.g. by a restored backup. Its state replaces the state in memory.
    if (head.version < known || this.#stored.isOtherHistory(head)) await this.#enqueueCatchUp()
    while (this.#writer.version < head.version) await this.#enqueueCatchUp()
  }

  async idle(): Promise<void> {
    while (this.#draining !== null || this.#snapshot !== null) {
      await this.#draining
      await this.#snapshot
    }
  }

  async close(): Promise<void> {
    this.#unfollow()
    await this.idle()
    this.#health.close()
    await this.#stored.close()
  }

  #enqueueCatchUp(): Promise<void> {
    return this.#enqueue<void>((callbacks) => ({ catchUp: true, ...callbacks }))
  }

  #enqueue<T>(makeJob: (callbacks: JobCallbacks) => Job): Promise<T> {
    if (this.#isHeld) return Promise.reject(silent())
    return new Promise<T>((resolve, reject) => {
      this.#queue.push(makeJob({ resolve: resolve as JobCallbacks["resolve"], reject, since: this.#wallClock.now() }))
      this.#draining ??= this.#drain()
    })
  }

  async #drain(): Promise<void> {
    // Waits for one microtask, so that jobs queued in the same turn of the event loop form one batch.
    await null
    while (this.#queue.length > 0) {
      const end = this.#queue.findIndex((job) => !isBatched(job))
      const batch = this.#queue.splice(0, end === 0 ? 1 : end < 0 ? this.#queue.length : end)
      const [first] = batch
      this.#running = batch
      const patience = new Patience(this.#timer, (isWriting) => this.#hold(batch, isWriting))
      if (first !== undefined && "replace" in first) await this.#storeState(first, first.replace, patience)
      else if (first !== undefined && "catchUp" in first)
        await patience.read(() => this.#takeOver()).then(first.resolve, first.reject)
      else await this.#storeTogether(batch.filter(isCommand), patience)
      this.#running = []
      patience.end()
      if (patience.isOver) this.#release()
      this.#takeSnapshot()
    }
    this.#draining = null
  }

  async #takeOver(): Promise<void> {
    const blobs = retain(this.#blobs)
    try {
      const since = await this.#stored.since(this.#writer.version, blobs).catch((cause: unknown) => {
        throw this.#refusal(cause)
      })
      this.#show(since)
    } finally {
      blobs.release()
    }
  }

  #show({ replaced, changes, isPutBack = false }: Since): void {
    const writer = this.#writer
    if (replaced !== undefined) {
      // Listeners have not seen the new state, so single changes would mean nothing to them. They get the whole state.
      const version = replaced.version + changes.length
      writer.replacedBy(replay(replaced.state, changes), version, { origin: replaced.origin, isPutBack })
      return
    }
    for (const given of changes) {
      const { state, change } = redo(writer.state, given)
      writer.publish(state, change, undefined)
    }
  }

  async #storeState(job: JobCallbacks, replace: Replace, patience: Patience): Promise<void> {
    try {
      for (let round = 0; round < ROUNDS && !patience.isOver; round += 1) {
        const moment = replace.makeMoment()
        const blobs = retain(this.#blobs, blobNames(moment.state))
        try {
          if (await this.#storeMoment(replace, moment, patience)) return job.resolve(undefined)
        } finally {
          blobs.release()
        }
      }
      job.reject(outpacedError())
    } catch (cause) {
      job.reject(this.#refusal(cause))
    }
  }

  /** Stores a replacement of the state. Resolves to false if another writer committed first. */
  async #storeMoment(
    { operation, isOrigin, madeOf = null, whenDone }: Replace,
    { state, at }: Moment,
    patience: Patience,
  ): Promise<boolean> {
    const version = this.#writer.version + 1
    const store = () => this.#stored.replace(state, version, { operation, at, isOrigin, madeOf })
    const outcome = await patience.write(store)
    this.#health.stored()
    if (outcome === "outpaced") {
      await patience.read(() => this.#takeOver())
      return false
    }
    this.#writer.replaceBy(state, version)
    whenDone()
    return true
  }

  async #storeTogether(batch: readonly CommandJob[], patience: Patience): Promise<void> {
    const long = batch.find(({ turns }) => turns !== undefined)
    for (let round = 0; round < ROUNDS && !patience.isOver; round += 1) {
      const together =
        long?.turns === undefined ? runBatch(this.#writer, batch) : await runInTurns(this.#writer, long, long.turns)
      const names = together.stored.map(({ change }) => blobsOfPatches(change.patches).map(({ key }) => key))
      const blobs = retain(this.#blobs, names)
      try {
        if (await this.#storeChanges(together, patience)) return
      } finally {
        blobs.release()
      }
      // The time limit does not include the time in which the command runs again.
      if (long !== undefined) patience.rest()
    }
    for (const { reject } of batch) reject(outpacedError())
  }

  /** Stores a batch of changes. Resolves to false if another writer committed first. */
  async #storeChanges({ stored, jobs, answers }: BatchResult, patience: Patience): Promise<boolean> {
    try {
      const changes = stored.map(({ change }) => change)
      const store = () => this.#stored.append(changes, jobs)
      if (stored.length > 0) {
        const outcome = await patience.write(store)
        this.#health.stored()
        if (outcome === "outpaced") {
          await patience.read(() => this.#takeOver())
          return false
        }
      }
    } catch (cause) {
      const refusal = this.#refusal(cause)
      for (const { whenNot } of answers) whenNot(refusal)
      return true
    }
    for (const { state, change, cause } of stored) this.#writer.publish(state, change, cause)
    for (const { whenStored } of answers) whenStored()
    return true
  }

  /** Rejects a batch's callers at the time limit. The queue still waits for the store, because the outcome determines the next state. */
  #hold(batch: readonly JobCallbacks[], isWriting: boolean): void {
    this.#isHeld = true
    for (const { reject } of batch) reject(isWriting ? new OutcomeUnknown() : silent())
    // Jobs that were queued after the batch have not been sent to the store, so they fail for certain.
    for (const { reject } of this.#queue.splice(0)) reject(silent())
  }

  #release(): void {
    this.#isHeld = false
    // While the queue refused jobs, it ignored notifications of other writers' changes.
    void this.#enqueueCatchUp().catch(() => {})
  }

  /** Starts a snapshot if one is due. Commits continue while it is written. */
  #takeSnapshot(): void {
    const { version, state } = this.#writer
    if (this.#snapshot !== null || version < this.#retrySnapshotAt || !this.#stored.isSnapshotDue()) return
    this.#snapshot = this.#stored
      .snapshot(state, version)
      .catch((cause: unknown) => {
        this.#retrySnapshotAt = version + RETRY_AFTER
        this.#refusal(cause)
      })
      .finally(() => {
        this.#snapshot = null
      })
  }

  #refusal(cause: unknown): DomainError {
    if (cause instanceof DomainError) return cause
    this.#health.failed(cause)
    return notStored(cause)
  }
}

const outpacedError = () =>
  new DomainError("SYSTEM_ERROR", "store", "the change could not be stored", {
    description: `other writers committed their changes first, ${ROUNDS} times in a row`,
  })

/** Thrown if the store did not confirm a change in time, so that it may or may not be stored. Over HTTP, the connection is closed. */
export class OutcomeUnknown extends DomainError {
  constructor() {
    super("SYSTEM_ERROR", "store", "the store is not responding; the change may or may not have been stored")
    this.name = "OutcomeUnknown"
  }
}
