/** A log that keeps a limited number of the latest entries, oldest first, and notifies listeners of new entries. */
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

  /** Returns an entry's position among all entries ever added, from 1; 0 if the log no longer contains the entry. */
  numberOf(entry: T): number {
    const at = this.#entries.indexOf(entry)
    return at < 0 ? 0 : this.#dropped + at + 1
  }

  add(entry: T): void {
    this.opened().add(entry)
  }

  /** Returns a writer for the log. Once the log is cleared, the writer does nothing. */
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

  /** Calls `listener` after each added entry. Returns a function that unsubscribes. */
  onAdd(listener: (entry: T) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  forget(): void {
    this.#dropped += this.#entries.length
    this.#entries = []
  }
}
