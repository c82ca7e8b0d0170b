import type { WallClock } from "../ports/index.ts"

/** Time limits in seconds of real time. A limit of 0 times out immediately. */
export interface SecondsAllowed {
  readonly dataSec: number
  readonly countSec: number
}

/** Tracks two time limits: one for reading a report's rows and one for counting them. */
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

  /** Checks the clock. Returns false once the rows and the count, as far as requested, have all exceeded their time limits. */
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
