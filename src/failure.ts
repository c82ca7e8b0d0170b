import type { DueFailure } from "./clock/world-clock.ts"
import type { Instant, MailId } from "./ids.ts"

/** A mail that could not be delivered to the outside; it is in the outbox all the same. `name`: who it is for. */
export interface MailFailure {
  readonly at: Instant
  readonly kind: "mail"
  readonly id: MailId
  readonly name: string
  readonly error: string
}

/** Something that went wrong after an answer was given or by itself, so that nobody was there to be told. */
export type Failure = MailFailure | DueFailure
