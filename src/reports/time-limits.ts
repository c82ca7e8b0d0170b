import type { WallClock } from "../ports/wall-clock.ts"

/** Seconds of the machine's clock that parts of an answer may take; 0 gives up at once. */
export interface SecondsAllowed {
  readonly dataSec: number
  readonly countSec: number
}

/** Watches how long the rows of a report and their number take, each with a limit of its own. */
export class TimeLimits {
  readonly #clock: WallClock
  readonly #limits: SecondsAllowed
  readonly #startedAt: number
  #isCollecting: boolean
  #isCounting: boolean
  #isDataLate = false
  #isCountLate = false

  constructor(clock: WallClock, limits: SecondsAllowed, wanted: { readonly data: boolean; readonly count: boolean }) {
    this.#clock = clock
    this.#limits = limits
    this.#startedAt = clock.now()
    this.#isCollecting = wanted.data
    this.#isCounting = wanted.count
  }

  get isDataLate(): boolean {
    return this.#isDataLate
  }

  get isCountLate(): boolean {
    return this.#isCountLate
  }

  /** Looks at the clock. False: nothing is wanted any more. */
  readonly beat = (): boolean => {
    const elapsedMs = this.#clock.now() - this.#startedAt
    if (this.#isCollecting && elapsedMs >= this.#limits.dataSec * 1000) {
      this.#isCollecting = false
      this.#isDataLate = true
    }
    if (this.#isCounting && elapsedMs >= this.#limits.countSec * 1000) {
      this.#isCounting = false
      this.#isCountLate = true
    }
    return this.#isCollecting || this.#isCounting
  }
}
