import type { Instant, MailId } from "../ids.ts"
import type { DueKind } from "./due-event.ts"

/** A mail that could not be delivered to the outside; it is in the outbox all the same. `name`: who it is for. */
export interface MailFailure {
  /** When it was to be sent. */
  readonly at: Instant
  /** What it was about. */
  readonly kind: "mail"
  /** ID of the mail. */
  readonly id: MailId
  /** Its subject. */
  readonly name: string
  /** What went wrong. */
  readonly error: string
}

/** Something that failed when it became due, with no caller to be told. */
export interface DueFailure {
  /** When it was due. */
  readonly at: Instant
  /** What was to happen. */
  readonly kind: DueKind
  /** ID of what it was to happen to. */
  readonly id: string
  /** What that is called. */
  readonly name: string
  /** The item an auto action could not be run on. */
  readonly itemId?: string
  /** What went wrong. */
  readonly error: string
}

/** Work after an answer that was never done, as the server that was to do it ended first; no other does it again. */
export interface UndoneFailure {
  /** When it was to be done. */
  readonly at: Instant
  /** What was to be done. */
  readonly kind: "post_script" | "webhook"
  /** ID of the action. */
  readonly id: string
  /** `action_id` of the action, or the address of the webhook. */
  readonly name: string
  /** The item that the action was run on. */
  readonly itemId: string
  /** Why it was not done. */
  readonly error: string
}

/** Something that went wrong after the answer or outside any request, when nobody could be told. */
export type Failure = MailFailure | DueFailure | UndoneFailure

/** Work after an answer, as it is told of when it was never done. */
export type OwedWork = Omit<UndoneFailure, "error"> | Omit<MailFailure, "error">

/** Such work, noted with the commit that brings it. */
export interface Owed {
  /** Given to no other work of the world. */
  readonly key: string
  /** What is to be done. */
  readonly work: OwedWork
}

/** What the delivery of a mail is noted under: by ID alone it could be one of before a reset. */
export const owedMailKey = (sequence: number, mail: string): string => `${sequence}.${mail}`
