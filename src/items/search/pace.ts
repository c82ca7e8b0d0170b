import type { WallClock } from "../../ports/wall-clock.ts"

/** Steps of the matcher between two looks at the clock: 8 ms or so where each character costs all of them, usually 0.1 ms. */
const STEPS = 80_000
const SLOW_MS = 4
const ATTEMPTS = 3

/**
 * A linear pattern whose progress is watched. Linear still means up to `size` steps a character, and a few patterns (with
 * counted repetitions, mostly) do take them all; those are given up after some 30 ms. A slow stretch alone proves nothing,
 * other work or a pause of the machine may have been in it: the pattern is tried by itself before it is given up.
 */
export class PacedPattern {
  readonly #test: (text: string) => boolean
  readonly #size: number
  readonly #clock: WallClock
  #left = STEPS
  #lookedAt: number
  #givenUp = false

  constructor(pattern: { readonly size: number; readonly test: (text: string) => boolean }, clock: WallClock) {
    this.#test = pattern.test
    this.#size = pattern.size
    this.#clock = clock
    this.#lookedAt = clock.now()
  }

  /** Whether the pattern is in the text; undefined = given up, now and from now on. */
  test(text: string): boolean | undefined {
    if (this.#givenUp) return undefined
    const steps = this.#size * (text.length + 1)
    if (steps > STEPS && this.#isSlowOn(text)) return undefined
    const found = this.#test(text)
    this.#left -= steps
    if (this.#left < 0) this.#look(text)
    return this.#givenUp ? undefined : found
  }

  #look(text: string): void {
    if (this.#clock.now() - this.#lookedAt >= SLOW_MS) this.#isSlowOn(text)
    this.#left = STEPS
    this.#lookedAt = this.#clock.now()
  }

  #isSlowOn(text: string): boolean {
    const length = Math.max(1, Math.floor(STEPS / this.#size))
    const part = text.length >= length ? text.slice(0, length) : text.repeat(Math.ceil(length / (text.length + 1)))
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = this.#clock.now()
      this.#test(part)
      if (this.#clock.now() - before < SLOW_MS) return false
    }
    this.#givenUp = true
    return true
  }
}
