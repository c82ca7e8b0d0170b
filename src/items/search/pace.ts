import type { WallClock } from "../../ports/index.ts"

/** Maximum number of steps of the first test on a text. They take at most about 5 ms. */
const FIRST_STEPS = 80_000
const GROWTH = 1.3
/** Tests with fewer steps than this are not timed. Their time is estimated. */
const TIMED_STEPS = 2000
/** Expected time of a test in milliseconds, per character and per text. Typical patterns need a fraction of it. */
const MS_A_CHARACTER = 0.0003
const MS_A_TEXT = 0.01
/** Maximum milliseconds that one test counts, in addition to `MS_A_STEP` for each step. A longer test means that the machine paused. */
const PAUSE_MS = 1
const MS_A_STEP = 0.00006
const USUAL_MS_A_STEP = 0.00001
/** Minimum time in milliseconds of a pattern's timed tests before the pattern can be abandoned. They must also exceed the expected time. */
const ENOUGH_MS = 16

/** Time of a search's timed tests in milliseconds: `worked` is the measured time, `explained` is the expected time. */
export interface PatternCost {
  worked: number
  explained: number
  /** Estimated time in milliseconds of the tests that were too short to time. */
  untimed: number
}

/** `guarded` is the time in milliseconds of the patterns that the port `Patterns` runs. */
export interface SearchCost extends PatternCost {
  guarded: number
}

/**
 * Tests texts with a pattern that takes at most `size` steps per character. Abandons a pattern that is nearly that slow after about 20 ms.
 * A long text is tested in growing prefixes, because a single test cannot be interrupted.
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

  /** Tests the text. Returns undefined if the pattern is abandoned. Calls `between` after each tested prefix. */
  test(text: string, between?: () => void): boolean | undefined {
    const tries = this.trying(text)
    for (;;) {
      const { done, value } = tries.next()
      if (done === true) return value
      between?.()
    }
  }

  /** Tests the text like `test`, but as a generator that yields after each tested prefix. */
  *trying(text: string): Generator<void, boolean | undefined> {
    const first = Math.max(1, Math.floor(FIRST_STEPS / this.#size))
    for (let length = first; length < text.length; length = Math.ceil(length * GROWTH)) {
      if (this.#isAbandoned) return undefined
      this.#run(text.slice(0, length))
      yield
    }
    return this.#isAbandoned ? undefined : this.#run(text)
  }

  get #isAbandoned(): boolean {
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
