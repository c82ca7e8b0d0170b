import type { Instant } from "../model/ids.ts"
import type { Lang } from "../model/names.ts"

/**
 * The world's clock. `frozen` stands at `now`; `ticking` runs `offsetMs` ahead of the wall clock; `real` is the wall clock.
 */
export type ClockState =
  | (Moving<"frozen"> & {
      /** Where it stands: ISO 8601 in UTC with milliseconds. */
      readonly now: Instant
    })
  | (Moving<"ticking"> & {
      /** Milliseconds that it is ahead of the wall clock. */
      readonly offsetMs: number
    })
  | Moving<"real">

interface Moving<M extends string> {
  /** `frozen`: moves only when told to. `ticking`: runs at real speed. `real`: the wall clock. */
  readonly mode: M
}

export interface Settings {
  /** Management-UI base of default links. */
  readonly appUrl: string
  /** Hours that a token of Login lasts. */
  readonly tokenTtlHours: number
  /** Hours that a confirmation link lasts. */
  readonly confirmationTtlHours: number
  /** Which half of a name is answered. */
  readonly lang: Lang
  /** How many mails the outbox keeps; the oldest give way. */
  readonly mailboxSize: number
  /** Seconds of the world's clock that a task takes; 0: it is finished before its operation answers. */
  readonly slowTasks: number
}

/** What a state holds besides its tables. */
export interface Scalars {
  /** The world's clock. */
  readonly clock: ClockState
  /** Seed of the world's random stream. */
  readonly seed: number
  /** Where the world's random stream stands. */
  readonly random: readonly number[]
  /** Number given to the next record that is kept in creation order. */
  readonly nextOrdinal: number
  /** Settings of the whole world. */
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
