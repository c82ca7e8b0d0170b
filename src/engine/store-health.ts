import { StoreTrouble } from "../ports/store-trouble.ts"
import type { Timer } from "../ports/timer.ts"

/** The time before a store that failed is tried for the first time, and at most between tries. */
const FIRST_MS = 1000
const LONGEST_MS = 10_000

/**
 * Whether a store takes what is written. One that does not is tried until it does: whoever sends writes only to servers that are ready
 * would never find out.
 */
export class StoreHealth {
  readonly #probe: (() => Promise<void>) | undefined
  readonly #timer: Timer
  #trouble: string | null = null
  /** Whether the trouble is that the store can't be reached. */
  #isAway = false
  /** The tries that are going on. */
  #tries: object | undefined
  #isClosed = false
  #cancel = () => {}

  /** `probe`: writes something that says nothing; rejects where that fails. Absent: only what is asked for anyway is a try. */
  constructor(probe: (() => Promise<void>) | undefined, timer: Timer) {
    this.#probe = probe
    this.#timer = timer
  }

  /** Why nothing can be stored at present; null when nothing is known to be wrong. */
  get trouble(): string | null {
    return this.#trouble
  }

  /** Something has been stored. */
  stored(): void {
    this.#trouble = null
    this.#isAway = false
    this.#cancel()
    this.#tries = undefined
  }

  /** Something has been read. A store that can be read may have no room to write. */
  wasRead(): void {
    if (this.#isAway) this.stored()
  }

  failed(cause: unknown): void {
    this.#trouble = cause instanceof Error ? cause.message : String(cause)
    this.#isAway = cause instanceof StoreTrouble && cause.kind === "gone"
    if (this.#probe === undefined || this.#tries !== undefined || this.#isClosed) return
    this.#tries = {}
    this.#tryAfter(FIRST_MS, this.#probe, this.#tries)
  }

  close(): void {
    this.#isClosed = true
    this.#tries = undefined
    this.#cancel()
  }

  #tryAfter(ms: number, probe: () => Promise<void>, tries: object): void {
    const again = (cause: unknown): void => {
      if (this.#tries !== tries) return
      this.failed(cause)
      this.#tryAfter(Math.min(ms * 2, LONGEST_MS), probe, tries)
    }
    try {
      this.#cancel = this.#timer.after(ms, () => void probe().then(() => this.stored(), again))
    } catch {
      // A host without timers: the next failure begins anew.
      this.#tries = undefined
    }
  }
}
