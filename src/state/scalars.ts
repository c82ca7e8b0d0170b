import type { Instant, Lang } from "../model/index.ts"
import type { ClockMode } from "../model/records/index.ts"

/** State of a world's clock. */
export type ClockState =
  | (Moving<"frozen"> & {
      /** The clock's time: ISO 8601 in UTC with milliseconds. */
      readonly now: Instant
    })
  | (Moving<"ticking"> & {
      /** Number of milliseconds by which the clock is ahead of the machine's clock. */
      readonly offsetMs: number
    })
  | Moving<"real">

interface Moving<M extends ClockMode> {
  /** `frozen`: the clock moves only on request. `ticking`: the clock runs at real speed. `real`: the clock shows the machine's time. */
  readonly mode: M
}

export interface Settings {
  /** Base URL of the management UI, for links in mails that name no other page. */
  readonly appUrl: string
  /** Lifetime in hours of the tokens that Login issues. */
  readonly tokenTtlHours: number
  /** Lifetime of a confirmation link, in hours. */
  readonly confirmationTtlHours: number
  /** Language of names in responses. */
  readonly lang: Lang
  /** Maximum number of mails in the outbox; beyond that, the oldest mails are dropped. */
  readonly mailboxSize: number
  /** Duration of a task in seconds of the world's clock. If 0, the task finishes before its operation responds. */
  readonly slowTasks: number
}

/** The clock, random stream, counters and settings of a state: everything that is not in a table. */
export interface Scalars {
  /** The world's clock. */
  readonly clock: ClockState
  /** Seed of the world's random number generator. */
  readonly seed: number
  /** Current internal state of the world's random number generator. */
  readonly random: readonly number[]
  /** Ordinal of the record that is created next. */
  readonly nextOrdinal: number
  /** Settings of the whole world. */
  readonly settings: Settings
  /** Instant at which the world starts, and default instant for a fixture's records. */
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
