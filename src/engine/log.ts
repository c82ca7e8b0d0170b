/** A bounded log: the latest entries, oldest first, and listeners for new ones. */
export class Log<T> {
  readonly #capacity: number
  readonly #listeners = new Set<(entry: T) => void>()
  #entries: T[] = []
  #dropped = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get entries(): readonly T[] {
    return this.#entries
  }

  /** Number of an entry among all that were ever added, from 1; 0 for one that is not known any more. */
  numberOf(entry: T): number {
    const at = this.#entries.indexOf(entry)
    return at < 0 ? 0 : this.#dropped + at + 1
  }

  add(entry: T): void {
    this.opened().add(entry)
  }

  /** Something that adds to the present entries; what it adds after the log was cleared is discarded. */
  opened(): { add(entry: T): void } {
    const entries = this.#entries
    return {
      add: (entry) => {
        entries.push(entry)
        const isFull = entries.length > this.#capacity
        if (isFull) entries.shift()
        if (entries !== this.#entries) return
        if (isFull) this.#dropped += 1
        for (const listener of this.#listeners) listener(entry)
      },
    }
  }

  /** Called with each entry as it is added. The answer ends the subscription. */
  onAdd(listener: (entry: T) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  forget(): void {
    this.#dropped += this.#entries.length
    this.#entries = []
  }
}
