import { PartMissing } from "../part.ts"
import type { Ports } from "../ports/ports.ts"
import type { Owed } from "../records/failure.ts"
import type { Change } from "../state/change.ts"
import type { State } from "../state/state.ts"
import type { Tx } from "../state/tx.ts"
import type { CommitAuthor } from "./engine.ts"
import type { Moment } from "./moment.ts"
import type { ReadOrigin } from "./reset-target.ts"
import { StoreQueue } from "./store-queue.ts"

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
  /** Called after each commit, in order, once the new state is visible; also after those of others. */
  published(change: Change, behalf: unknown): void
  /** Called when somebody else has replaced everything, once the new state is visible. `origin`: where `reset` leads now. */
  replaced(origin: ReadOrigin): void
}

/** What replaces everything. */
export interface Replace {
  /** What the change is called. */
  readonly operation: string
  readonly makeMoment: () => Moment
  /** Whether `reset` leads there from now on. */
  readonly isOrigin: boolean
  readonly madeOf?: string | null
  /** Called as soon as the new state is visible. */
  readonly whenDone: () => void
}

/** What a transaction came to. */
export interface Attempt<T> {
  readonly result: T
  readonly state: State
  /** Null when nothing was written. */
  readonly change: Change | null
  /** Work after the answer, to be noted with the change. */
  readonly owed: readonly Owed[]
}

/**
 * The one writer of a world: holds its state and runs its transactions one after the other. Without a persistence each
 * happens at once. With one, commands queue: those that wait together run on each other's results and are appended together,
 * and only then seen and answered, so memory never runs ahead of the store.
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
    ports: Pick<Ports, "persistence" | "timer" | "blobs">,
  ) {
    this.#state = state
    this.#version = version
    this.#hooks = hooks
    this.#queue = ports.persistence && new StoreQueue(this, ports.persistence, ports)
  }

  get state(): State {
    return this.#state
  }

  /** Number of changes so far. */
  get version(): number {
    return this.#version
  }

  /** Why nothing can be stored at present; null when nothing is known to be wrong. */
  get trouble(): string | null {
    return this.#queue?.trouble ?? null
  }

  /** Runs a transaction. What it throws rolls everything back and reaches the caller. */
  run<T>(command: Command<T>, begin = this.#hooks.begin): Promise<T> {
    const again = (error: unknown): Promise<T> => {
      if (error instanceof PartMissing) return error.load().then(() => this.run(command, begin))
      return Promise.reject(error)
    }
    if (this.#queue !== undefined) return this.#queue.run(command, begin).catch(again)
    try {
      const { result, state, change } = this.attempt(command, begin, this.#state, this.#version)
      if (change !== null) this.publish(state, change, command.author?.behalf)
      return Promise.resolve(result)
    } catch (error) {
      return again(error)
    }
  }

  /** Replaces everything once the waiting transactions are through; without a persistence it is done on return. */
  replace(replace: Replace): Promise<void> {
    if (this.#queue !== undefined) return this.#queue.replace(replace)
    this.replaceBy(replace.makeMoment().state, this.#version + 1)
    replace.whenDone()
    return Promise.resolve()
  }

  /** Takes over what others have committed, up to what is the newest after the call. Without a persistence nobody else does. */
  catchUp(): Promise<void> {
    return this.#queue?.catchUp() ?? Promise.resolve()
  }

  /** Resolves once nothing waits to be stored. */
  async idle(): Promise<void> {
    await this.#queue?.idle()
  }

  /** Lets go of the persistence; nothing is committed afterwards. */
  async close(): Promise<void> {
    await this.#queue?.close()
  }

  /** Runs a transaction on a state that `version` changes have led to, and shows its result to nobody. */
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
      if (tx.isUnchanged) return { result, state: base, change: null, owed: tx.owed }
      this.#hooks.beforeStore(operation)
      const { now, patches, scalars, owed } = tx
      const change = { sequence: version + 1, at: now, actor: author?.uId ?? null, operation, patches, scalars }
      return { result, state: tx.commit(), change, owed }
    } finally {
      this.#isRunning = false
    }
  }

  /** Makes a state visible that a change has led to. */
  publish(state: State, change: Change, behalf: unknown): void {
    this.#state = state
    this.#version = change.sequence
    this.#hooks.published(change, behalf)
  }

  /** Makes a state visible that replaces everything. */
  replaceBy(state: State, version: number): void {
    this.#state = state
    this.#version = version
  }

  /** Makes a state visible by which somebody else has replaced everything. */
  replacedBy(state: State, version: number, origin: ReadOrigin): void {
    this.replaceBy(state, version)
    this.#hooks.replaced(origin)
  }
}
