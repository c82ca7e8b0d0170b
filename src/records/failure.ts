import type { Instant, MailId } from "../ids.ts"
import type { DueKind } from "./due-event.ts"

/** A mail that could not be delivered to the outside; it is in the outbox all the same. `name`: who it is for. */
export interface MailFailure {
  readonly at: Instant
  readonly kind: "mail"
  readonly id: MailId
  readonly name: string
  readonly error: string
}

/** Something that failed when it became due, with no caller to be told. */
export interface DueFailure {
  readonly at: Instant
  readonly kind: DueKind
  readonly id: string
  readonly name: string
  /** The item an auto action could not be run on. */
  readonly itemId?: string
  readonly error: string
}

/** Something that went wrong after the answer or outside any request, when nobody could be told. */
export type Failure = MailFailure | DueFailure
