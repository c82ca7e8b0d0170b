/** Maximum size of the cache in bytes. */
const MAX_BYTES = 262_144

/** Caches the latest formatted entries (at least one), so that several streams can share them. */
export class WrittenOnce<T extends object> {
  readonly #write: (entry: T) => Uint8Array
  readonly #written = new Map<T, Uint8Array>()
  #bytes = 0

  constructor(write: (entry: T) => Uint8Array) {
    this.#write = write
  }

  textOf(entry: T): Uint8Array {
    const known = this.#written.get(entry)
    if (known !== undefined) return known
    const text = this.#write(entry)
    this.#bytes += text.length
    this.#written.set(entry, text)
    for (const [oldest, { length }] of this.#written) {
      if (this.#bytes <= MAX_BYTES || oldest === entry) break
      this.#written.delete(oldest)
      this.#bytes -= length
    }
    return text
  }
}
