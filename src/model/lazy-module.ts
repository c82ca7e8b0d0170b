/** A module that is imported before its first use (architecture.md, "Starting"). */
export class LazyModule<T> {
  readonly #import: () => Promise<T>
  #code: T | undefined

  constructor(load: () => Promise<T>) {
    this.#import = load
  }

  /** Returns the module to synchronous code. Throws if `load` has not completed. */
  get code(): T {
    if (this.#code === undefined) throw new Error("a lazy module was used before it was loaded")
    return this.#code
  }

  async load(): Promise<T> {
    this.#code ??= await this.#import()
    return this.#code
  }
}
