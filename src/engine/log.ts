/** A bounded log: the latest entries, oldest first, and listeners for new ones. */
export class Log<T> {
  readonly #capacity: number
  readonly #listeners = new Set<(entry: T) => void>()
  #entries: T[] = []

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get entries(): readonly T[] {
    return this.#entries
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
        if (entries.length > this.#capacity) entries.shift()
        if (entries !== this.#entries) return
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
    this.#entries = []
  }
}
