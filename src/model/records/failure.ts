import type { Instant, MailId } from "../ids.ts"

/** A job that runs after a response or on a schedule, e.g. a mail delivery, a script or an auto action. */
interface Work<K extends string, I extends string> {
  /** When the job was due, by the world's clock. */
  readonly at: Instant
  /** Type of the job. */
  readonly kind: K
  /** ID of the mail, action or other subject of the job. */
  readonly id: I
  /** Subject of the mail, `action_id` of the action or URL of the webhook. */
  readonly name: string
}

interface WithError {
  /** Message of the error that made the job fail. */
  readonly error: string
}

/** Kinds of scheduled events. */
export const DUE_KINDS = ["auto_action", "file_expiry"] as const

/** `auto_action` runs an auto action. `file_expiry` deletes an upload that no item uses. */
export type DueKind = (typeof DUE_KINDS)[number]

const UNDONE_KINDS = ["post_script", "webhook"] as const

type MailWork = Work<"mail", MailId>

interface UndoneWork extends Work<(typeof UNDONE_KINDS)[number], string> {
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

/** A job that was to run after a response but was lost because its process ended. Lost jobs are not retried. */
export interface UndoneFailure extends UndoneWork, WithError {}

/** A failure of a job that runs after a response or outside any request. No caller receives it as an error. */
export type Failure = MailFailure | DueFailure | UndoneFailure

/** Kinds of jobs that can fail. */
export const FAILURE_KINDS = ["mail", ...DUE_KINDS, ...UNDONE_KINDS] as const satisfies readonly Failure["kind"][]

/** A job to do after a response. If the job is lost, the failure that reports this has the same properties. */
export type PendingWork = UndoneWork | MailWork

/** A job that is stored together with the commit that caused it. */
export interface PendingJob {
  /** Key of the job, unique in its world. */
  readonly key: string
  /** The job's description. */
  readonly work: PendingWork
}

/** Returns the job key of a mail delivery. The key includes the commit's sequence, because mail IDs repeat after a reset. */
export const mailJobKey = (sequence: number, mail: string): string => `${sequence}.${mail}`

/** A successful or failed webhook call. Calls are kept in a bounded log outside the state (control.md section 3). */
export interface WebhookDelivery {
  /** When the request was sent. */
  readonly at: Instant
  /** URL to which the request was sent. */
  readonly url: string
  /** HTTP status of the response; absent if no response arrived. */
  readonly status?: number
  /** Error message; absent if the call succeeded. */
  readonly error?: string
  /** Duration of the call in milliseconds of real time. */
  readonly ms: number
  /** JSON body of the request. */
  readonly body: unknown
  /** The request that caused the call, if any. */
  readonly cause?: unknown
}

/** A scheduled event: an auto action's run or a file's expiry (control.md section 3). */
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
  /** Number of items that the event changed. */
  readonly affected: number
}
