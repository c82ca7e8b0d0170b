/** Runs async functions one at a time, in call order. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve()
  #length = 0

  get length(): number {
    return this.#length
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.#length += 1
    const result = this.#last.then(work).finally(() => {
      this.#length -= 1
    })
    this.#last = result.catch(() => {})
    return result
  }

  /** Resolves when all functions passed so far have run. */
  async idle(): Promise<void> {
    await this.#last
  }
}

/** Runs one function for many callers. All calls made during a run share the next run. */
export class SharedWork<T> {
  readonly #work: () => Promise<T>
  readonly #queue = new WorkQueue()
  #next: Promise<T> | undefined

  constructor(work: () => Promise<T>) {
    this.#work = work
  }

  run(): Promise<T> {
    this.#next ??= this.#queue.run(() => {
      this.#next = undefined
      return this.#work()
    })
    return this.#next
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }
}
