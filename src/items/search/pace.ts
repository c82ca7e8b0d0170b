import type { WallClock } from "../../ports/wall-clock.ts"

/** Steps of the matcher between two looks at the clock: 5 ms or so where each character costs all of them, usually far less. */
const STRETCH = 80_000
/** What anything but the matcher explains, several times what usual patterns take. */
const MS_A_CHARACTER = 0.0003
const MS_A_TEXT = 0.01
/** A stretch is slow when it takes this long, and longer than explained. */
const SLOW_MS = 3
/** So many more slow stretches than fast ones of late, and the pattern is given up. */
const TOO_SLOW = 4
/** All stretches together, and longer than explained: given up, however short each was. */
const ENOUGH_MS = 16
/** The most that counts of a stretch, by the steps it may have taken: what is beyond was a pause of the machine. */
const PAUSE_MS = 5
const MS_A_STEP = 0.00001
const GROWTH = 1.3

/**
 * A linear pattern whose progress is watched. Linear still means up to `size` steps a character, and a few patterns (with
 * counted repetitions, mostly) do take them all; those are given up after some 20 ms. A slow stretch now and then proves
 * nothing, the machine may have paused; where the pattern itself is slow, all of them are. Long texts are tried from their
 * beginnings, each longer than the one before.
 */
export class PacedPattern {
  readonly #test: (text: string) => boolean
  readonly #size: number
  readonly #clock: WallClock
  #since: number
  #texts = 0
  #characters = 0
  #slowness = 0
  #worked = 0
  #explained = 0

  constructor(pattern: { readonly size: number; readonly test: (text: string) => boolean }, clock: WallClock) {
    this.#test = pattern.test
    this.#size = pattern.size
    this.#clock = clock
    this.#since = clock.now()
  }

  /** Whether the pattern is in the text; undefined = given up, now and from now on. */
  test(text: string): boolean | undefined {
    const most = Math.max(1, Math.floor(STRETCH / this.#size))
    for (let length = most; length < text.length; length = Math.ceil(length * GROWTH)) {
      if (this.#isGivenUp) return undefined
      this.#look()
      this.#run(text.slice(0, length))
      this.#look()
    }
    if (this.#isGivenUp) return undefined
    const found = this.#run(text)
    if (this.#characters >= most) this.#look()
    return found
  }

  get #isGivenUp(): boolean {
    return this.#slowness >= TOO_SLOW || (this.#worked >= ENOUGH_MS && this.#worked > this.#explained)
  }

  #run(text: string): boolean {
    this.#texts += 1
    this.#characters += text.length + 1
    return this.#test(text)
  }

  /** Ends a stretch, if anything was run since the last one ended. */
  #look(): void {
    const now = this.#clock.now()
    const took = now - this.#since
    const explained = this.#characters * MS_A_CHARACTER + this.#texts * MS_A_TEXT
    const isSlow = took >= SLOW_MS && took > explained
    if (this.#texts > 0 && !this.#isGivenUp) {
      this.#slowness = isSlow ? this.#slowness + 1 : Math.max(0, this.#slowness - 1)
      this.#worked += Math.min(took, PAUSE_MS + this.#characters * this.#size * MS_A_STEP)
      this.#explained += explained
    }
    this.#since = now
    this.#texts = 0
    this.#characters = 0
  }
}
