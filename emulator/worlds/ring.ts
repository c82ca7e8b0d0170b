/** The latest so many entries, oldest first. */
export class Ring<T> {
  readonly #size: number
  readonly #places: T[] = []
  #first = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Adds an entry. Answers the one that it pushed out; undefined while there is room. */
  push(entry: T): T | undefined {
    if (this.#size === 0) return entry
    if (this.#places.length < this.#size) {
      this.#places.push(entry)
      return undefined
    }
    const oldest = this.#places[this.#first]
    this.#places[this.#first] = entry
    this.#first = (this.#first + 1) % this.#size
    return oldest
  }

  get length(): number {
    return this.#places.length
  }

  first(): T | undefined {
    return this.#places[this.#first]
  }

  toArray(): T[] {
    return [...this.#places.slice(this.#first), ...this.#places.slice(0, this.#first)]
  }

  clear(): void {
    this.#places.length = 0
    this.#first = 0
  }
}
