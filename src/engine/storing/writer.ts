import type { PendingJob } from "../../model/records/index.ts"
import { type Change, finish, type State, type Tx } from "../../state/index.ts"
import type { Moment, ReadOrigin } from "../background/moment.ts"
import type { CommitAuthor } from "../operation/engine.ts"
import type { Ports } from "../operation/ports.ts"
import { StoreQueue, type Unstored } from "./store-queue.ts"
import type { PausedParts, TxWork } from "./tx-work.ts"

export interface Command<T> {
  readonly operation: string
  readonly author: CommitAuthor | null
  readonly run: TxWork<T>
}

export interface WriterHooks {
  /** Begins a transaction on `state` and sets the transaction's time. */
  begin(state: State): Tx
  /** Called before a transaction's changes are stored. May throw, so that nothing is stored. */
  beforeStore(operation: string): void
  /** Returns the function that lets other work run between the parts of a transaction. If undefined, all parts run at once. */
  pause(): (() => Promise<void>) | undefined
  /** Called after each commit, in order, when the new state is visible. Other writers' commits are included. */
  published(change: Change, cause: unknown): void
  /** Called after the state was replaced by that of the store, once the new state is visible. */
  replaced(replacement: StoreReplacement): void
}

/** A replacement of the whole state that was read from the store. */
export interface StoreReplacement {
  /** The state that `reset` restores from now on. */
  readonly origin: ReadOrigin
  /** True if the store was put back in time, false if another writer replaced the state. */
  readonly isPutBack: boolean
}

export interface Replace {
  readonly operation: string
  readonly makeMoment: () => Moment
  /** If true, `reset` restores this state from now on. */
  readonly isOrigin: boolean
  readonly madeOf?: string | null
  readonly whenDone: () => void
}

/** Result of a transaction that has not been published. */
export interface Attempt<T> {
  readonly result: T
  readonly state: State
  readonly change: Change | null
  readonly jobs: readonly PendingJob[]
}

/**
 * The single writer of a world. Holds the state and runs transactions one after another. Without a persistence, each transaction is
 * published immediately. With a persistence, queued commands run in batches; results become visible and promises settle only when the batch
 * is stored. While a transaction pauses between its parts, later transactions wait, and reads see the state before it.
 */
export class Writer {
  #state: State
  #version: number
  #isRunning = false
  /** Whether a transaction without a persistence pauses between its parts. */
  #isPaused = false
  /** Transactions and replacements that wait for the end of the paused one. */
  readonly #waiting: (() => void)[] = []
  readonly #hooks: WriterHooks
  readonly #queue: StoreQueue | undefined

  constructor(
    state: State,
    version: number,
    hooks: WriterHooks,
    ports: Pick<Ports, "persistence" | "timer" | "blobs" | "wallClock">,
  ) {
    this.#state = state
    this.#version = version
    this.#hooks = hooks
    this.#queue = ports.persistence && new StoreQueue(this, ports.persistence, ports)
  }

  get state(): State {
    return this.#state
  }

  get version(): number {
    return this.#version
  }

  get unstored(): Unstored {
    return this.#queue?.unstored ?? { writes: 0, oldestMs: 0 }
  }

  get trouble(): string | null {
    return this.#queue?.trouble ?? null
  }

  /** Runs a transaction. If it throws, all of its changes are rolled back and the promise rejects. */
  run<T>(command: Command<T>, begin = this.#hooks.begin): Promise<T> {
    if (this.#queue !== undefined) return this.#queue.run(command, begin)
    return this.#inOrder(() => {
      const turns = this.turnsOf(command)
      if (turns !== undefined) return this.#runInTurns(command, turns, begin)
      try {
        return Promise.resolve(this.#publishAttempt(command, this.attempt(command, begin, this.#state, this.#version)))
      } catch (error) {
        return Promise.reject(error)
      }
    })
  }

  /** Returns how to run a command in turns; undefined if it runs at once. */
  turnsOf<T>({ run }: Command<T>): PausedParts<T> | undefined {
    if (typeof run === "function") return undefined
    const pause = this.#hooks.pause()
    return pause && { parts: run.parts, pause }
  }

  /** A command with one part is complete on return. */
  async #runInTurns<T>(command: Command<T>, turns: PausedParts<T>, begin: WriterHooks["begin"]): Promise<T> {
    const attempts = this.attemptInParts(command, turns, begin, this.#state, this.#version)
    let part = attempts.next()
    if (part.done === true) return this.#publishAttempt(command, part.value)
    this.#isPaused = true
    try {
      while (part.done !== true) {
        await turns.pause()
        part = attempts.next()
      }
      return this.#publishAttempt(command, part.value)
    } finally {
      this.#isPaused = false
      while (!this.#isPaused && this.#waiting.length > 0) this.#waiting.shift()?.()
    }
  }

  #publishAttempt<T>({ author }: Command<T>, { result, state, change }: Attempt<T>): T {
    if (change !== null) this.publish(state, change, author?.cause)
    return result
  }

  /** Runs `start` immediately, or after the transaction that pauses and all that wait for it. */
  #inOrder<T>(start: () => Promise<T>): Promise<T> {
    if (!this.#isPaused || this.#isRunning) return start()
    const promised = async () => start()
    return new Promise<T>((resolve) => void this.#waiting.push(() => resolve(promised())))
  }

  /** Replaces the whole state after all queued transactions; synchronously if the world has no persistence. */
  replace(replace: Replace): Promise<void> {
    if (this.#queue !== undefined) return this.#queue.replace(replace)
    return this.#inOrder(() => {
      this.replaceBy(replace.makeMoment().state, this.#version + 1)
      replace.whenDone()
      return Promise.resolve()
    })
  }

  /** Publishes all commits that other writers made before the call. Does nothing without a persistence. */
  catchUp(): Promise<void> {
    return this.#queue?.catchUp() ?? Promise.resolve()
  }

  /** Resolves once the queue is empty and no snapshot is being written. */
  async idle(): Promise<void> {
    await this.#queue?.idle()
    while (this.#isPaused) await this.#inOrder(() => Promise.resolve())
  }

  async close(): Promise<void> {
    await this.#queue?.close()
  }

  /** Runs a transaction on the state `base` with version `version`, without publishing the result. */
  attempt<T>(command: Command<T>, begin: WriterHooks["begin"], base: State, version: number): Attempt<T> {
    return this.#alone(command, () => {
      const tx = begin(base)
      const { run } = command
      return this.#attempted(tx, typeof run === "function" ? run(tx) : finish(run.parts(tx)), command, version)
    })
  }

  /** Does the same as `attempt`, and yields between the parts. */
  *attemptInParts<T>(
    command: Command<T>,
    turns: PausedParts<T>,
    begin: WriterHooks["begin"],
    base: State,
    version: number,
  ): Generator<void, Attempt<T>> {
    const tx = begin(base)
    const parts = turns.parts(tx)
    for (;;) {
      const attempt = this.#alone(command, () => {
        const { done, value } = parts.next()
        return done === true ? this.#attempted(tx, value, command, version) : undefined
      })
      if (attempt !== undefined) return attempt
      yield
    }
  }

  #alone<R>({ operation }: Command<unknown>, work: () => R): R {
    if (this.#isRunning) throw new Error(`${operation} was started inside another transaction`)
    this.#isRunning = true
    try {
      return work()
    } finally {
      this.#isRunning = false
    }
  }

  #attempted<T>(tx: Tx, result: T, { operation, author }: Command<T>, version: number): Attempt<T> {
    if (tx.isUnchanged) return { result, state: tx.base, change: null, jobs: tx.jobs }
    this.#hooks.beforeStore(operation)
    const { now, notifiesSender, patches, scalars, jobs } = tx
    const actor = author?.uId ?? null
    const change = { sequence: version + 1, at: now, actor, operation, notifiesSender, patches, scalars }
    return { result, state: tx.commit(), change, jobs }
  }

  publish(state: State, change: Change, cause: unknown): void {
    this.#state = state
    this.#version = change.sequence
    this.#hooks.published(change, cause)
  }

  replaceBy(state: State, version: number): void {
    this.#state = state
    this.#version = version
  }

  /** Publishes a state that was read from the store, to replace the whole state. */
  replacedBy(state: State, version: number, replacement: StoreReplacement): void {
    this.replaceBy(state, version)
    this.#hooks.replaced(replacement)
  }
}
