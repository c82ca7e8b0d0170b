import type { WallClock } from "../../ports/wall-clock.ts"

/** Budget of matcher steps for the first try of a text: about 5 ms at worst, usually far less. */
const FIRST_STEPS = 80_000
const GROWTH = 1.3
/** Tests of at least this many steps are timed; shorter ones are never suspicious. */
const TIMED_STEPS = 2000
/** Time per test that is put down to causes other than the matcher; several times what usual patterns take. */
const MS_A_CHARACTER = 0.0003
const MS_A_TEXT = 0.01
/** The most time that counts for a test, by the steps it may have taken; anything beyond was the machine pausing. */
const PAUSE_MS = 1
const MS_A_STEP = 0.00006
const USUAL_MS_A_STEP = 0.00001
/** A pattern is given up once its timed tests together took this long and more than can be explained otherwise. */
const ENOUGH_MS = 16

/** What the timed tests of all patterns of a search have taken so far, and what of it is explained; milliseconds. */
export interface PatternCost {
  worked: number
  explained: number
  /** What the tests that were too short to be timed have taken, about; milliseconds. */
  untimed: number
}

/** What all patterns of a search have taken so far; `guarded` of it those of `patterns`. */
export interface SearchCost extends PatternCost {
  guarded: number
}

/**
 * A linear pattern whose cost is watched. Linear still means up to `size` steps a character, and a few patterns (with
 * counted repetitions, mostly) do take them all; those are given up after some 20 ms. A long text is tested by ever longer
 * beginnings, so that no single test runs long before its cost is known.
 */
export class PacedPattern {
  readonly #test: (text: string) => boolean
  readonly #size: number
  readonly #clock: WallClock
  readonly #cost: PatternCost

  constructor(
    pattern: { readonly size: number; readonly test: (text: string) => boolean },
    clock: WallClock,
    cost: PatternCost = { worked: 0, explained: 0, untimed: 0 },
  ) {
    this.#test = pattern.test
    this.#size = pattern.size
    this.#clock = clock
    this.#cost = cost
  }

  /**
   * Whether the pattern is in the text; undefined = given up, now and from now on. `tried`: how many of its first characters it was tried
   * on before; `pause` is told of each further beginning.
   */
  test(text: string, tried = 0, pause?: (tried: number) => void): boolean | undefined {
    const first = tried === 0 ? Math.max(1, Math.floor(FIRST_STEPS / this.#size)) : Math.ceil(tried * GROWTH)
    for (let length = first; length < text.length; length = Math.ceil(length * GROWTH)) {
      if (this.#isGivenUp) return undefined
      this.#run(text.slice(0, length))
      pause?.(length)
    }
    return this.#isGivenUp ? undefined : this.#run(text)
  }

  get #isGivenUp(): boolean {
    const { worked, explained } = this.#cost
    return worked >= ENOUGH_MS && worked > explained
  }

  #run(text: string): boolean {
    const steps = text.length * this.#size
    if (steps < TIMED_STEPS) {
      this.#cost.untimed += steps * USUAL_MS_A_STEP
      return this.#test(text)
    }
    const began = this.#clock.now()
    const found = this.#test(text)
    this.#cost.worked += Math.min(this.#clock.now() - began, PAUSE_MS + steps * MS_A_STEP)
    this.#cost.explained += text.length * MS_A_CHARACTER + MS_A_TEXT
    return found
  }
}
