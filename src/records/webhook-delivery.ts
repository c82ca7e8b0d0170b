import type { Instant } from "../model/ids.ts"

/** A webhook that was sent or could not be sent; kept in a bounded log beside the state (control.md section 3). */
export interface WebhookDelivery {
  /** When it was sent. */
  readonly at: Instant
  /** Where it went. */
  readonly url: string
  /** The status that was answered; absent when nothing was. */
  readonly status?: number
  /** What went wrong; absent where nothing did. */
  readonly error?: string
  /** Milliseconds of real time. */
  readonly ms: number
  /** The JSON that was sent. */
  readonly body: unknown
  /** On whose behalf it was sent: the request, where there is one. */
  readonly behalf?: unknown
}
