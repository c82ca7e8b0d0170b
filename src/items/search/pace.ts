import type { WallClock } from "../../ports/index.ts"

/** Maximum steps in the first attempt on a text: 5 ms in the worst case, usually far less. */
const FIRST_STEPS = 80_000
const GROWTH = 1.3
/** Tests with fewer steps are not timed; their time is estimated. */
const TIMED_STEPS = 2000
/** Expected time of a test, per character and per text; several times that of typical patterns. */
const MS_A_CHARACTER = 0.0003
const MS_A_TEXT = 0.01
/** Upper limit of the time counted for one test: this constant plus `MS_A_STEP` per step. Any excess was a pause of the machine. */
const PAUSE_MS = 1
const MS_A_STEP = 0.00006
const USUAL_MS_A_STEP = 0.00001
/** A pattern is abandoned when its timed tests took at least this long and longer than expected. */
const ENOUGH_MS = 16

/** Time in milliseconds of all timed tests in a search: the measured (`worked`) and the expected time (`explained`). */
export interface PatternCost {
  worked: number
  explained: number
  /** Estimated time in milliseconds of the tests that were too short to time. */
  untimed: number
}

/** `guarded`: milliseconds spent on patterns that run in `patterns`. */
export interface SearchCost extends PatternCost {
  guarded: number
}

/**
 * Runs a pattern that takes at most `size` steps per character. A pattern that comes close to this maximum is abandoned after about
 * 20 ms. A long text is tested as ever longer prefixes, so that a slow pattern is noticed before a single test takes long.
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

  /** Tests the text. Returns undefined if the pattern was abandoned. Calls `between` after each tested prefix. */
  test(text: string, between?: () => void): boolean | undefined {
    const tries = this.trying(text)
    for (;;) {
      const { done, value } = tries.next()
      if (done === true) return value
      between?.()
    }
  }

  /** Like `test`, but yields after each prefix of the text. */
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
