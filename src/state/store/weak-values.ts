/** Number of entries that are kept without a look whether their values are still in use. */
const LEAST_SWEPT = 64

/** A map that does not keep its values alive. */
export class WeakValues<K, V extends object> {
  readonly #refs = new Map<K, WeakRef<V>>()
  #sweepAt = LEAST_SWEPT

  /** Number of entries, including those whose value is no longer in memory and whose entry was not removed yet. */
  get size(): number {
    return this.#refs.size
  }

  get(key: K): V | undefined {
    return this.#refs.get(key)?.deref()
  }

  set(key: K, value: V): void {
    this.#refs.set(key, new WeakRef(value))
    if (this.#refs.size < this.#sweepAt) return
    for (const [each, ref] of this.#refs) if (ref.deref() === undefined) this.#refs.delete(each)
    this.#sweepAt = Math.max(this.#refs.size * 2, LEAST_SWEPT)
  }
}
