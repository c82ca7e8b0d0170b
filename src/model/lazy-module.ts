/** A module that `load` imports on demand, so that the program starts faster (architecture.md, "Starting"). */
export class LazyModule<T> {
  readonly #import: () => Promise<T>
  #code: T | undefined

  constructor(load: () => Promise<T>) {
    this.#import = load
  }

  /** Returns the imported module. Throws if `load` has not completed. */
  get code(): T {
    if (this.#code === undefined) throw new Error("a lazy module was used before it was loaded")
    return this.#code
  }

  async load(): Promise<T> {
    this.#code ??= await this.#import()
    return this.#code
  }
}
