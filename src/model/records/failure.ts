import type { Instant, MailId } from "../ids.ts"

/** Work that ran after a response or on a schedule. */
interface Work<K extends string, I extends string> {
  /** When the work was due, by the world's clock. */
  readonly at: Instant
  /** Type of the work. */
  readonly kind: K
  /** ID of the mail, action or other subject of the work. */
  readonly id: I
  /** Subject of the mail, `action_id` of the action or URL of the webhook. */
  readonly name: string
}

interface WithError {
  /** Error message. */
  readonly error: string
}

type MailWork = Work<"mail", MailId>

interface UndoneWork extends Work<"post_script" | "webhook", string> {
  /** ID of the item on which the action ran. */
  readonly itemId: string
}

/** A mail that could not be delivered. The mail remains in the outbox. */
export interface MailFailure extends MailWork, WithError {}

/** A scheduled event that failed. */
export interface DueFailure extends Work<DueKind, string>, WithError {
  /** ID of the item on which the auto action failed. */
  readonly itemId?: string
}

/** Work after a response that was lost because its process ended. Lost work is not retried. */
export interface UndoneFailure extends UndoneWork, WithError {}

/** A failure after a response or outside any request, which no caller receives as an error. */
export type Failure = MailFailure | DueFailure | UndoneFailure

/** Work to do after a response, with the properties that a failure reports if the work is lost. */
export type PendingWork = UndoneWork | MailWork

/** Work that is stored with the commit that causes it. */
export interface PendingJob {
  /** Key of the job, unique in its world. */
  readonly key: string
  /** The work to do. */
  readonly work: PendingWork
}

/** Returns the job key of a mail delivery. The key includes the sequence, because mail IDs repeat after a reset. */
export const mailJobKey = (sequence: number, mail: string): string => `${sequence}.${mail}`

/** A successful or failed webhook call. Calls are kept in a bounded log outside the state (control.md section 3). */
export interface WebhookDelivery {
  /** Sending time. */
  readonly at: Instant
  /** URL of the call. */
  readonly url: string
  /** HTTP status of the response; absent if no response arrived. */
  readonly status?: number
  /** Error message; absent if the call succeeded. */
  readonly error?: string
  /** Duration in milliseconds of real time. */
  readonly ms: number
  /** JSON body of the call. */
  readonly body: unknown
  /** The request that caused the call, if any. */
  readonly cause?: unknown
}

/** `auto_action`: an auto action runs. `file_expiry`: an upload that no item uses expires. */
export type DueKind = "auto_action" | "file_expiry"

/** A scheduled event (control.md section 3). */
export interface DueEvent {
  /** Due time: ISO 8601 in UTC. */
  readonly at: Instant
  /** Type of the event. */
  readonly kind: DueKind
  /** ID of the auto action or file. */
  readonly id: string
  /** Name of the auto action or file; may be empty. */
  readonly name: string
}

/** A scheduled event that has run. */
export interface Fired extends DueEvent {
  /** Number of items that the event wrote. */
  readonly affected: number
}
