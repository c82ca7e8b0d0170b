import type { WallClock } from "../../ports/wall-clock.ts"

/** Steps of the matcher between two looks at the clock: 4 ms or so where each character costs all of them, usually far less. */
const STRETCH = 60_000
/** A stretch is slow when it takes this long, and longer than anything but the matcher explains. */
const SLOW_MS = 3
const MS_A_CHARACTER = 0.0003
const MS_A_TEXT = 0.01
/** So many slow stretches, not outweighed by fast ones, and the pattern is given up. */
const SLOW_STRETCHES = 3
const SHARE = 10

/**
 * A linear pattern whose progress is watched. Linear still means up to `size` steps a character, and a few patterns (with
 * counted repetitions, mostly) do take them all; those are given up after some 30 ms. A single slow stretch proves nothing:
 * the machine may have paused. Long texts are tried from their beginnings, each half as long again as the one before.
 */
export class PacedPattern {
  readonly #test: (text: string) => boolean
  readonly #size: number
  readonly #clock: WallClock
  #since: number
  #texts = 0
  #characters = 0
  #stretches = 0
  #slow = 0

  constructor(pattern: { readonly size: number; readonly test: (text: string) => boolean }, clock: WallClock) {
    this.#test = pattern.test
    this.#size = pattern.size
    this.#clock = clock
    this.#since = clock.now()
  }

  /** Whether the pattern is in the text; undefined = given up, now and from now on. */
  test(text: string): boolean | undefined {
    if (this.#isGivenUp) return undefined
    const most = Math.max(1, Math.floor(STRETCH / this.#size))
    for (let length = most; length < text.length; length = Math.ceil(length * 1.5)) {
      this.#look()
      this.#run(text.slice(0, length))
      this.#look()
      if (this.#isGivenUp) return undefined
    }
    const found = this.#run(text)
    if (this.#characters >= most) this.#look()
    return this.#isGivenUp ? undefined : found
  }

  get #isGivenUp(): boolean {
    return this.#slow >= SLOW_STRETCHES && this.#slow * SHARE > this.#stretches
  }

  #run(text: string): boolean {
    this.#texts += 1
    this.#characters += text.length + 1
    return this.#test(text)
  }

  /** Ends a stretch. */
  #look(): void {
    const now = this.#clock.now()
    const took = now - this.#since
    this.#stretches += 1
    if (took >= SLOW_MS && took > this.#characters * MS_A_CHARACTER + this.#texts * MS_A_TEXT) this.#slow += 1
    this.#since = now
    this.#texts = 0
    this.#characters = 0
  }
}
