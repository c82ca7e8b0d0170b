import type { Instant, Lang } from "../model/index.ts"

/** State of a world's clock. */
export type ClockState =
  | (Moving<"frozen"> & {
      /** The clock's time: ISO 8601 in UTC with milliseconds. */
      readonly now: Instant
    })
  | (Moving<"ticking"> & {
      /** Milliseconds ahead of the wall clock. */
      readonly offsetMs: number
    })
  | Moving<"real">

interface Moving<M extends string> {
  /** `frozen`: moves only by request. `ticking`: runs at real speed. `real`: the wall clock. */
  readonly mode: M
}

export interface Settings {
  /** Base URL of the management UI for default links. */
  readonly appUrl: string
  /** Lifetime in hours of the tokens that Login issues. */
  readonly tokenTtlHours: number
  /** Lifetime of a confirmation link, in hours. */
  readonly confirmationTtlHours: number
  /** Language of names in responses. */
  readonly lang: Lang
  /** Maximum number of mails in the outbox; beyond that, the oldest mails are dropped. */
  readonly mailboxSize: number
  /** Seconds that a task takes by the world's clock; 0 finishes the task before its operation responds. */
  readonly slowTasks: number
}

/** The parts of a state that are not tables. */
export interface Scalars {
  /** The world's clock. */
  readonly clock: ClockState
  /** Seed of the world's random stream. */
  readonly seed: number
  /** Current internal state of the world's random stream. */
  readonly random: readonly number[]
  /** Number of the next record in creation order. */
  readonly nextOrdinal: number
  /** Settings of the whole world. */
  readonly settings: Settings
  /** Instant at which the world starts; the default instant for a fixture's records. */
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
