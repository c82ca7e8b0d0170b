/** Thrown where code is needed that is not there yet. Who can wait loads it and begins again. */
export class PartMissing extends Error {
  readonly load: () => Promise<unknown>

  constructor(load: () => Promise<unknown>) {
    super("a part that is loaded when it is needed was asked for by what can't wait")
    this.load = load
  }
}

/**
 * Code that many worlds never need, loaded when it is first needed (architecture.md, "Starting"). Rules run synchronously, so
 * the first one to need it is run again: nothing of a transaction or a reading is left once it has thrown.
 */
export class Part<T> {
  readonly #import: () => Promise<T>
  #code: T | undefined

  constructor(load: () => Promise<T>) {
    this.#import = load
  }

  /** Throws `PartMissing` as long as it is not loaded. */
  get code(): T {
    if (this.#code === undefined) throw new PartMissing(() => this.load())
    return this.#code
  }

  async load(): Promise<T> {
    this.#code ??= await this.#import()
    return this.#code
  }
}

/** Runs what must begin again once a part that it asked for is there. */
export async function withParts<T>(run: () => T): Promise<T> {
  for (;;) {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof PartMissing)) throw error
      await error.load()
    }
  }
}
