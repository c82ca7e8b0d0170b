import { DomainError } from "../error.ts"
import type { Persistence } from "../ports/persistence.ts"
import type { Change } from "../state/change.ts"
import type { State } from "../state/state.ts"
import type { Tx } from "../state/tx.ts"
import type { CommitAuthor } from "./engine.ts"

/** A transaction to run: what it is called, who for, and what it does. */
export interface Command<T> {
  readonly operation: string
  readonly author: CommitAuthor | null
  readonly run: (tx: Tx) => T
}

export interface WriterHooks {
  /** A transaction on a state, at the instant it is to happen at. */
  begin(state: State): Tx
  /** Called once a transaction has something to store, before it is stored; refuses by throwing. */
  beforeStore(operation: string): void
  /** Called after each commit, in order, once the new state is visible. */
  published(change: Change, behalf: unknown): void
}

/** A queued piece of work: a transaction, or a state that replaces everything. */
type Job =
  | {
      readonly begin: WriterHooks["begin"]
      readonly command: Command<unknown>
      readonly resolve: (result: unknown) => void
      readonly reject: (error: unknown) => void
    }
  | {
      readonly makeState: () => State
      readonly whenDone: () => void
      readonly resolve: () => void
      readonly reject: (error: unknown) => void
    }

const notStored = (cause: unknown) =>
  new DomainError("SYSTEM_ERROR", "store", "the change could not be stored", { description: String(cause) })

/**
 * The one writer of a world: holds its state and runs its transactions one after the other. Without a persistence each
 * happens at once. With one, commands queue: those that wait together run on each other's results and are appended together,
 * and only then seen and answered, so memory never runs ahead of the store.
 */
export class Writer {
  #state: State
  #version: number
  #isRunning = false
  #queue: Job[] = []
  #draining: Promise<void> | null = null
  readonly #hooks: WriterHooks
  readonly #persistence: Persistence | undefined

  constructor(state: State, version: number, hooks: WriterHooks, persistence: Persistence | undefined) {
    this.#state = state
    this.#version = version
    this.#hooks = hooks
    this.#persistence = persistence
  }

  get state(): State {
    return this.#state
  }

  /** Number of changes so far. */
  get version(): number {
    return this.#version
  }

  /** Runs a transaction. What it throws rolls everything back and reaches the caller. */
  run<T>(command: Command<T>, begin = this.#hooks.begin): Promise<T> {
    if (this.#persistence !== undefined) {
      return this.#enqueue((resolve, reject) => ({
        begin,
        command,
        resolve: resolve as (result: unknown) => void,
        reject,
      }))
    }
    try {
      const { result, state, change } = this.#attempt(command, begin, this.#state, this.#version)
      if (change !== null) this.#publish(state, change, command.author?.behalf)
      return Promise.resolve(result)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /**
   * Replaces everything once the waiting transactions are through; without a persistence it is done on return. `whenDone` is
   * called as soon as the new state is visible.
   */
  replace(makeState: () => State, whenDone: () => void): Promise<void> {
    if (this.#persistence !== undefined) {
      return this.#enqueue<void>((resolve, reject) => ({ makeState, whenDone, resolve, reject }))
    }
    this.#replaceBy(makeState(), whenDone)
    return Promise.resolve()
  }

  /** Resolves once nothing waits to be stored. */
  async idle(): Promise<void> {
    while (this.#draining !== null) await this.#draining
  }

  #enqueue<T>(makeJob: (resolve: (result: T) => void, reject: (error: unknown) => void) => Job): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.push(makeJob(resolve, reject))
      this.#draining ??= this.#drain()
    })
  }

  async #drain(): Promise<void> {
    // What is asked for in the same turn of the event loop is stored together.
    await null
    while (this.#queue.length > 0) {
      const jobs = this.#queue
      const end = jobs.findIndex((job) => "makeState" in job)
      const batch = jobs.splice(0, end === 0 ? 1 : end < 0 ? jobs.length : end)
      if (end === 0) await this.#storeState(batch[0] as Job)
      else await this.#storeTogether(batch)
    }
    this.#draining = null
  }

  async #storeState(job: Job): Promise<void> {
    if (!("makeState" in job)) return
    try {
      const state = job.makeState()
      await this.#persistence?.snapshot(state, this.#version + 1)
      this.#replaceBy(state, job.whenDone)
      job.resolve()
    } catch (cause) {
      job.reject(cause instanceof DomainError ? cause : notStored(cause))
    }
  }

  async #storeTogether(batch: readonly Job[]): Promise<void> {
    const stored: { readonly state: State; readonly change: Change; readonly behalf: unknown }[] = []
    const answers: { readonly whenStored: () => void; readonly whenNot: (error: unknown) => void }[] = []
    let state = this.#state
    for (const job of batch) {
      if ("makeState" in job) continue
      // Results that precede the first change of the batch hold whether or not the batch is stored.
      const isCertain = stored.length === 0
      try {
        const made = this.#attempt(job.command, job.begin, state, this.#version + stored.length)
        const answer = () => job.resolve(made.result)
        if (made.change !== null)
          stored.push({ state: made.state, change: made.change, behalf: job.command.author?.behalf })
        answers.push({ whenStored: answer, whenNot: isCertain && made.change === null ? answer : job.reject })
        state = made.state
      } catch (error) {
        const refuse = () => job.reject(error)
        answers.push({ whenStored: refuse, whenNot: isCertain ? refuse : job.reject })
      }
    }
    try {
      if (stored.length > 0) await this.#persistence?.append(stored.map(({ change }) => change))
    } catch (cause) {
      for (const { whenNot } of answers) whenNot(notStored(cause))
      return
    }
    for (const { state, change, behalf } of stored) this.#publish(state, change, behalf)
    for (const { whenStored } of answers) whenStored()
  }

  #attempt<T>(
    { operation, author, run }: Command<T>,
    begin: WriterHooks["begin"],
    base: State,
    version: number,
  ): { readonly result: T; readonly state: State; readonly change: Change | null } {
    if (this.#isRunning) throw new Error(`${operation} was started inside another transaction`)
    this.#isRunning = true
    try {
      const tx = begin(base)
      const result = run(tx)
      if (tx.isUnchanged) return { result, state: base, change: null }
      this.#hooks.beforeStore(operation)
      const { now, patches, scalars } = tx
      const change = { sequence: version + 1, at: now, actor: author?.uId ?? null, operation, patches, scalars }
      return { result, state: tx.commit(), change }
    } finally {
      this.#isRunning = false
    }
  }

  #replaceBy(state: State, whenDone: () => void): void {
    this.#state = state
    this.#version += 1
    whenDone()
  }

  #publish(state: State, change: Change, behalf: unknown): void {
    this.#state = state
    this.#version += 1
    this.#hooks.published(change, behalf)
  }
}
