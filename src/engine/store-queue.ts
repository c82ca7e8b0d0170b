import { DomainError, targetNotFound } from "../model/error.ts"
import { type Blobs, retain } from "../ports/blobs.ts"
import type { Persistence, Since } from "../ports/persistence.ts"
import type { Ports } from "../ports/ports.ts"
import { StoreTrouble } from "../ports/store-trouble.ts"
import type { Timer } from "../ports/timer.ts"
import { blobNames } from "../state/blob-names.ts"
import { blobsOfPatches } from "../state/blobs.ts"
import { redo, replay } from "../state/replay.ts"
import type { Moment } from "./moment.ts"
import { OutcomeUnknown } from "./outcome-unknown.ts"
import { Patience } from "./patience.ts"
import { type CommandJob, runTogether, type Settling, type Together } from "./run-together.ts"
import { StoreHealth } from "./store-health.ts"
import type { Command, Replace, Writer, WriterHooks } from "./writer.ts"

/** Everything that waits: a transaction, a state that replaces everything, or a look at what others did. */
type Job = CommandJob | (Settling & { readonly replace: Replace }) | (Settling & { readonly catchUp: true })

const isCommand = (job: Job | undefined): job is CommandJob => job !== undefined && "command" in job

/** How often commands are run again because somebody else was faster. */
const ROUNDS = 100
/** After a snapshot that failed, so many changes later there is another. */
const RETRY_AFTER = 1000

const notStored = (cause: unknown) =>
  new DomainError("SYSTEM_ERROR", "store", "the change could not be stored", {
    description: String(cause),
    ...(cause instanceof StoreTrouble && cause.kind === "gone" ? { retryAfter: 1 } : {}),
  })

const SILENT = "the store does not answer"
const silent = () => notStored(new StoreTrouble("gone", SILENT))

/** Carries out what waits for the store, one after the other, and shows it only when it is stored. */
export class StoreQueue {
  readonly #writer: Writer
  readonly #persistence: Persistence
  readonly #timer: Timer
  readonly #blobs: Blobs
  readonly #unfollow: (() => void) | undefined
  readonly #queue: Job[] = []
  #draining: Promise<void> | null = null
  #snapshot: Promise<void> | null = null
  #retrySnapshotAt = 0
  /** Whether the store has not answered for so long that nobody waits for it. */
  #isHeld = false
  readonly #health: StoreHealth

  constructor(writer: Writer, persistence: Persistence, { timer, blobs }: Pick<Ports, "timer" | "blobs">) {
    this.#writer = writer
    this.#persistence = persistence
    this.#timer = timer
    this.#blobs = blobs
    this.#health = new StoreHealth(persistence.probe?.bind(persistence), timer)
    this.#unfollow = persistence.follow?.((version) => {
      if (version > this.#writer.version && !this.#queue.some((job) => "catchUp" in job))
        void this.#look().catch(() => {})
    })
  }

  get trouble(): string | null {
    return this.#health.trouble ?? (this.#isHeld ? SILENT : null)
  }

  run<T>(command: Command<T>, begin: WriterHooks["begin"]): Promise<T> {
    return this.#enqueue<T>((settling) => ({ begin, command, ...settling }))
  }

  replace(replace: Replace): Promise<void> {
    return this.#enqueue<void>((settling) => ({ replace, ...settling }))
  }

  async catchUp(): Promise<void> {
    const { newest } = this.#persistence
    if (newest === undefined) return
    const version = await newest().catch((cause: unknown) => {
      throw this.#refusal(cause)
    })
    this.#health.wasRead()
    while (this.#writer.version < version) await this.#look()
  }

  async idle(): Promise<void> {
    while (this.#draining !== null || this.#snapshot !== null) {
      await this.#draining
      await this.#snapshot
    }
  }

  async close(): Promise<void> {
    this.#unfollow?.()
    await this.idle()
    this.#health.close()
    await this.#persistence.close()
  }

  #look(): Promise<void> {
    return this.#enqueue<void>((settling) => ({ catchUp: true, ...settling }))
  }

  #enqueue<T>(makeJob: (settling: Settling) => Job): Promise<T> {
    if (this.#isHeld) return Promise.reject(silent())
    return new Promise<T>((resolve, reject) => {
      this.#queue.push(makeJob({ resolve: resolve as Settling["resolve"], reject }))
      this.#draining ??= this.#drain()
    })
  }

  async #drain(): Promise<void> {
    // What is asked for in the same turn of the event loop is stored together.
    await null
    while (this.#queue.length > 0) {
      const end = this.#queue.findIndex((job) => !isCommand(job))
      const batch = this.#queue.splice(0, end === 0 ? 1 : end < 0 ? this.#queue.length : end)
      const [first] = batch
      const patience = new Patience(this.#timer, (isWriting) => this.#hold(batch, isWriting))
      if (first !== undefined && "replace" in first) await this.#storeState(first, first.replace, patience)
      else if (first !== undefined && "catchUp" in first)
        await patience.read(() => this.#takeOver()).then(first.resolve, first.reject)
      else await this.#storeTogether(batch.filter(isCommand), patience)
      patience.end()
      if (patience.isOver) this.#release()
      this.#takeSnapshot()
    }
    this.#draining = null
  }

  /** Takes over what others have committed. */
  async #takeOver(): Promise<void> {
    const blobs = retain(this.#blobs)
    try {
      const since = await this.#persistence.since?.(this.#writer.version, blobs).catch((cause: unknown) => {
        throw this.#refusal(cause)
      })
      if (since === undefined) throw targetNotFound("the world is no more")
      this.#show(since)
    } finally {
      blobs.release()
    }
  }

  /** Makes visible what others have committed. */
  #show({ replaced, changes }: Since): void {
    const writer = this.#writer
    if (replaced !== undefined) {
      // Of what came after, nobody has seen the state before it.
      const version = replaced.version + changes.length
      writer.replacedBy(replay(replaced.state, changes), version, replaced.origin)
      return
    }
    for (const given of changes) {
      const { state, change } = redo(writer.state, given)
      writer.publish(state, change, undefined)
    }
  }

  async #storeState(job: Settling, replace: Replace, patience: Patience): Promise<void> {
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
      job.reject(outpaced())
    } catch (cause) {
      job.reject(this.#refusal(cause))
    }
  }

  /** False where others were faster. */
  async #storeMoment(
    { operation, isOrigin, madeOf = null, whenDone }: Replace,
    { state, at }: Moment,
    patience: Patience,
  ): Promise<boolean> {
    const version = this.#writer.version + 1
    const store = () => this.#persistence.snapshot(state, version, { operation, at, isOrigin, madeOf })
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
    for (let round = 0; round < ROUNDS && !patience.isOver; round += 1) {
      const together = runTogether(this.#writer, batch)
      const names = together.stored.map(({ change }) => blobsOfPatches(change.patches).map(({ key }) => key))
      const blobs = retain(this.#blobs, names)
      try {
        if (await this.#storeChanges(together, patience)) return
      } finally {
        blobs.release()
      }
    }
    for (const { reject } of batch) reject(outpaced())
  }

  /** False where others were faster. */
  async #storeChanges({ stored, owed, answers }: Together, patience: Patience): Promise<boolean> {
    try {
      const changes = stored.map(({ change }) => change)
      const store = () => this.#persistence.append(changes, owed)
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
    for (const { state, change, behalf } of stored) this.#writer.publish(state, change, behalf)
    for (const { whenStored } of answers) whenStored()
    return true
  }

  /** The store has not answered a batch for long. The writer waits on, since the outcome decides what comes next; nobody else does. */
  #hold(batch: readonly Settling[], isWriting: boolean): void {
    this.#isHeld = true
    for (const { reject } of batch) reject(isWriting ? new OutcomeUnknown() : silent())
    // Nothing of what waits behind the batch was sent to the store.
    for (const { reject } of this.#queue.splice(0)) reject(silent())
  }

  #release(): void {
    this.#isHeld = false
    // The news that came meanwhile was refused, too.
    if (this.#persistence.since !== undefined) void this.#look().catch(() => {})
  }

  /** A snapshot that is due is taken while commits go on. */
  #takeSnapshot(): void {
    const { version, state } = this.#writer
    if (this.#snapshot !== null || version < this.#retrySnapshotAt || this.#persistence.isSnapshotDue?.() !== true)
      return
    this.#snapshot = this.#persistence
      .snapshot(state, version)
      .then(
        () => {},
        (cause: unknown) => {
          this.#retrySnapshotAt = version + RETRY_AFTER
          this.#refusal(cause)
        },
      )
      .finally(() => {
        this.#snapshot = null
      })
  }

  /** What callers are told when the store failed. */
  #refusal(cause: unknown): DomainError {
    if (cause instanceof DomainError) return cause
    this.#health.failed(cause)
    return notStored(cause)
  }
}

const outpaced = () =>
  new DomainError("SYSTEM_ERROR", "store", "the change could not be stored", {
    description: `others were faster ${ROUNDS} times in a row`,
  })
