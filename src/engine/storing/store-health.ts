import { StoreTrouble, type Timer } from "../../ports/index.ts"

/** Delay in milliseconds before the first probe of a failed store. The delay doubles up to `MAX_DELAY_MS`. */
const FIRST_MS = 1000
const MAX_DELAY_MS = 10_000
/** Time between two looks at the place of the store. */
const LOOK_MS = 1000

/** Adds a `Retry-After` header, and thus status 503, if the store can't be reached at its place. */
export const retryAfterOf = (cause: unknown): { readonly retryAfter?: number } =>
  cause instanceof StoreTrouble && (cause.kind === "gone" || cause.kind === "moved") ? { retryAfter: 1 } : {}

/** Tracks whether a store accepts writes. Probes a failed store, because a load balancer may send it no writes that show a recovery. */
export class StoreHealth {
  readonly #probe: (() => Promise<void>) | undefined
  readonly #timer: Timer
  #trouble: string | null = null
  #isAway = false
  /** Identifies the running series of probes. Undefined if no series is running. */
  #tries: object | undefined
  #isClosed = false
  #cancel = () => {}
  #cancelLook = () => {}

  /** `probe` is a write without effect that rejects on failure. If it is undefined, only ordinary store calls detect recovery. */
  constructor(probe: (() => Promise<void>) | undefined, timer: Timer) {
    this.#probe = probe
    this.#timer = timer
  }

  /** Reason why nothing can be stored, or null if no problem is known. */
  get trouble(): string | null {
    return this.#trouble
  }

  stored(): void {
    this.#trouble = null
    this.#isAway = false
    this.#cancel()
    this.#tries = undefined
  }

  /** Clears the trouble only if the store was unreachable. Otherwise a successful read does not prove that writes succeed. */
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

  /** Calls `look` each second. If it rejects, the store has failed. */
  watch(look: () => Promise<void>): void {
    if (this.#isClosed) return
    const again = () => this.watch(look)
    this.#cancelLook = this.#timer.after(LOOK_MS, () => {
      void look()
        .catch((cause: unknown) => this.failed(cause))
        .then(again)
    })
  }

  close(): void {
    this.#isClosed = true
    this.#tries = undefined
    this.#cancel()
    this.#cancelLook()
  }

  #tryAfter(ms: number, probe: () => Promise<void>, tries: object): void {
    const again = (cause: unknown): void => {
      if (this.#tries !== tries) return
      this.failed(cause)
      this.#tryAfter(Math.min(ms * 2, MAX_DELAY_MS), probe, tries)
    }
    try {
      this.#cancel = this.#timer.after(ms, () => void probe().then(() => this.stored(), again))
    } catch {
      // The host has no timers. The next failure starts a new series.
      this.#tries = undefined
    }
  }
}
