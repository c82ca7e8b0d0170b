import type { Instant } from "../ids.ts"
import type { Lang } from "../names.ts"

/**
 * The world's clock. `frozen` stands at `now`; `ticking` runs `offsetMs` ahead of the wall clock; `real` is the wall clock.
 */
export type ClockState =
  | { readonly mode: "frozen"; readonly now: Instant }
  | { readonly mode: "ticking"; readonly offsetMs: number }
  | { readonly mode: "real" }

export interface Settings {
  /** Management-UI base of default links. */
  readonly appUrl: string
  readonly tokenTtlHours: number
  readonly confirmationTtlHours: number
  readonly lang: Lang
  /** How many mails the outbox keeps; the oldest give way. */
  readonly mailboxSize: number
  /** Seconds of the world's clock that a task takes; 0: it is finished before its operation answers. */
  readonly slowTasks: number
}

/** What a state holds besides its tables. */
export interface Scalars {
  readonly clock: ClockState
  readonly seed: number
  /** Where the world's random stream stands. */
  readonly random: readonly number[]
  /** Number given to the next record that is kept in creation order. */
  readonly nextOrdinal: number
  readonly settings: Settings
  /** When the world began: the default instant of everything a fixture gives no instant for. */
  readonly startedAt: Instant
}

export const DEFAULT_SETTINGS: Settings = Object.freeze({
  appUrl: "http://localhost:3000",
  tokenTtlHours: 24,
  confirmationTtlHours: 24,
  lang: "en",
  mailboxSize: 10_000,
  slowTasks: 0,
})
