/** A small seeded random generator (mulberry32), so that runs can be repeated. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error("nothing to pick from")
    return choices[this.below(choices.length)] as T
  }
}
