import type { PendingJob } from "../../model/records/index.ts"
import type { Change, State, Tx } from "../../state/index.ts"
import type { Moment, ReadOrigin } from "../background/moment.ts"
import type { CommitAuthor } from "../operation/engine.ts"
import type { Ports } from "../operation/ports.ts"
import { StoreQueue, type Unstored } from "./store-queue.ts"

export interface Command<T> {
  readonly operation: string
  readonly author: CommitAuthor | null
  readonly run: (tx: Tx) => T
}

export interface WriterHooks {
  /** Begins a transaction on `state` and sets the transaction's time. */
  begin(state: State): Tx
  /** Called before a transaction's changes are stored. May throw, so that nothing is stored. */
  beforeStore(operation: string): void
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
 * is stored.
 */
export class Writer {
  #state: State
  #version: number
  #isRunning = false
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
    try {
      const { result, state, change } = this.attempt(command, begin, this.#state, this.#version)
      if (change !== null) this.publish(state, change, command.author?.cause)
      return Promise.resolve(result)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** Replaces the whole state after all queued transactions; synchronously if the world has no persistence. */
  replace(replace: Replace): Promise<void> {
    if (this.#queue !== undefined) return this.#queue.replace(replace)
    this.replaceBy(replace.makeMoment().state, this.#version + 1)
    replace.whenDone()
    return Promise.resolve()
  }

  /** Publishes all commits that other writers made before the call. Does nothing without a persistence. */
  catchUp(): Promise<void> {
    return this.#queue?.catchUp() ?? Promise.resolve()
  }

  /** Resolves once the queue is empty and no snapshot is being written. */
  async idle(): Promise<void> {
    await this.#queue?.idle()
  }

  async close(): Promise<void> {
    await this.#queue?.close()
  }

  /** Runs a transaction on the state `base` with version `version`, without publishing the result. */
  attempt<T>(
    { operation, author, run }: Command<T>,
    begin: WriterHooks["begin"],
    base: State,
    version: number,
  ): Attempt<T> {
    if (this.#isRunning) throw new Error(`${operation} was started inside another transaction`)
    this.#isRunning = true
    try {
      const tx = begin(base)
      const result = run(tx)
      if (tx.isUnchanged) return { result, state: base, change: null, jobs: tx.jobs }
      this.#hooks.beforeStore(operation)
      const { now, notifiesSender, patches, scalars, jobs } = tx
      const actor = author?.uId ?? null
      const change = { sequence: version + 1, at: now, actor, operation, notifiesSender, patches, scalars }
      return { result, state: tx.commit(), change, jobs }
    } finally {
      this.#isRunning = false
    }
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
