import type { Instant, MailId } from "../model/ids.ts"
import type { DueKind } from "./due-event.ts"

/** What was to be done after an answer, or when it became due. */
interface Work<K extends string, I extends string> {
  /** When it was to be done: a mail to be sent, an action to be run. */
  readonly at: Instant
  /** What was to be done. */
  readonly kind: K
  /** ID of the mail, of the action, or of what else it was to happen to. */
  readonly id: I
  /** What that is called: the subject of a mail, `action_id` of an action, the address of a webhook. */
  readonly name: string
}

interface Failed {
  /** What went wrong. */
  readonly error: string
}

type MailWork = Work<"mail", MailId>

interface UndoneWork extends Work<"post_script" | "webhook", string> {
  /** The item that the action was run on. */
  readonly itemId: string
}

/** A mail that could not be delivered to the outside; it is in the outbox all the same. */
export interface MailFailure extends MailWork, Failed {}

/** Something that failed when it became due, with no caller to be told. */
export interface DueFailure extends Work<DueKind, string>, Failed {
  /** The item an auto action could not be run on. */
  readonly itemId?: string
}

/** Work after an answer that was never done, as the server that was to do it ended first; no other does it again. */
export interface UndoneFailure extends UndoneWork, Failed {}

/** Something that went wrong after the answer or outside any request, when nobody could be told. */
export type Failure = MailFailure | DueFailure | UndoneFailure

/** Work after an answer, as it is told of when it was never done. */
export type OwedWork = UndoneWork | MailWork

/** Such work, noted with the commit that brings it. */
export interface Owed {
  /** Given to no other work of the world. */
  readonly key: string
  /** What is to be done. */
  readonly work: OwedWork
}

/** What the delivery of a mail is noted under: by ID alone it could be one of before a reset. */
export const owedMailKey = (sequence: number, mail: string): string => `${sequence}.${mail}`
