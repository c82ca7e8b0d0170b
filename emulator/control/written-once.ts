/** What written texts may take together while others may want them, too. */
const MOST_BYTES = 262_144

/** Writes each entry once for all who want it at about the same time: the latest texts are kept, at least one. */
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
      if (this.#bytes <= MOST_BYTES || oldest === entry) break
      this.#written.delete(oldest)
      this.#bytes -= length
    }
    return text
  }
}
