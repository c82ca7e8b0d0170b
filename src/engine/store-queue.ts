import { DomainError, targetNotFound } from "../error.ts"
import type { Persistence } from "../ports/persistence.ts"
import { StoreTrouble } from "../ports/store-trouble.ts"
import type { Timer } from "../ports/timer.ts"
import type { Owed } from "../records/failure.ts"
import type { Change } from "../state/change.ts"
import { redo, replay } from "../state/replay.ts"
import type { State } from "../state/state.ts"
import { OutcomeUnknown } from "./outcome-unknown.ts"
import { Patience } from "./patience.ts"
import { StoreHealth } from "./store-health.ts"
import type { Command, Replace, Writer, WriterHooks } from "./writer.ts"

interface Settling {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

interface CommandJob extends Settling {
  readonly begin: WriterHooks["begin"]
  readonly command: Command<unknown>
}

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
  readonly #unfollow: (() => void) | undefined
  readonly #queue: Job[] = []
  #draining: Promise<void> | null = null
  #snapshot: Promise<void> | null = null
  #retrySnapshotAt = 0
  /** Whether the store has not answered for so long that nobody waits for it. */
  #isHeld = false
  readonly #health: StoreHealth

  constructor(writer: Writer, persistence: Persistence, timer: Timer) {
    this.#writer = writer
    this.#persistence = persistence
    this.#timer = timer
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
    const writer = this.#writer
    const since = await this.#persistence.since?.(writer.version).catch((cause: unknown) => {
      throw this.#refusal(cause)
    })
    if (since === undefined) throw targetNotFound("the world is no more")
    const { replaced, changes } = since
    if (replaced !== undefined) {
      // Of what came after, nobody has seen the state before it.
      const version = replaced.version + changes.length
      return writer.replacedBy(replay(replaced.state, changes), version, replaced.origin)
    }
    for (const given of changes) {
      const { state, change } = redo(writer.state, given)
      writer.publish(state, change, undefined)
    }
  }

  async #storeState(
    job: Settling,
    { operation, makeMoment, isOrigin, madeOf = null, whenDone }: Replace,
    patience: Patience,
  ): Promise<void> {
    try {
      for (let round = 0; round < ROUNDS && !patience.isOver; round += 1) {
        const { state, at } = makeMoment()
        const version = this.#writer.version + 1
        const store = () => this.#persistence.snapshot(state, version, { operation, at, isOrigin, madeOf })
        const outcome = await patience.write(store)
        this.#health.stored()
        if (outcome === "outpaced") {
          await patience.read(() => this.#takeOver())
          continue
        }
        this.#writer.replaceBy(state, version)
        whenDone()
        return job.resolve(undefined)
      }
      job.reject(outpaced())
    } catch (cause) {
      job.reject(this.#refusal(cause))
    }
  }

  async #storeTogether(batch: readonly CommandJob[], patience: Patience): Promise<void> {
    for (let round = 0; round < ROUNDS && !patience.isOver; round += 1) {
      const { stored, owed, answers } = this.#runTogether(batch)
      try {
        const changes = stored.map(({ change }) => change)
        const store = () => this.#persistence.append(changes, owed)
        if (stored.length > 0) {
          const outcome = await patience.write(store)
          this.#health.stored()
          if (outcome === "outpaced") {
            await patience.read(() => this.#takeOver())
            continue
          }
        }
      } catch (cause) {
        const refusal = this.#refusal(cause)
        for (const { whenNot } of answers) whenNot(refusal)
        return
      }
      for (const { state, change, behalf } of stored) this.#writer.publish(state, change, behalf)
      for (const { whenStored } of answers) whenStored()
      return
    }
    for (const { reject } of batch) reject(outpaced())
  }

  /** Runs commands on each other's results. */
  #runTogether(batch: readonly CommandJob[]) {
    const stored: { readonly state: State; readonly change: Change; readonly behalf: unknown }[] = []
    const owed: Owed[] = []
    const answers: { readonly whenStored: () => void; readonly whenNot: (error: unknown) => void }[] = []
    let { state } = this.#writer
    for (const { command, begin, resolve, reject } of batch) {
      // Results that precede the first change of the batch hold whether or not the batch is stored.
      const isCertain = stored.length === 0
      try {
        const made = this.#writer.attempt(command, begin, state, this.#writer.version + stored.length)
        const answer = () => resolve(made.result)
        if (made.change !== null) {
          stored.push({ state: made.state, change: made.change, behalf: command.author?.behalf })
          owed.push(...made.owed)
        }
        answers.push({ whenStored: answer, whenNot: isCertain && made.change === null ? answer : reject })
        state = made.state
      } catch (error) {
        const refuse = () => reject(error)
        answers.push({ whenStored: refuse, whenNot: isCertain ? refuse : reject })
      }
    }
    return { stored, owed, answers }
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
