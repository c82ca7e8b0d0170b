import type { ConfirmationId, Instant, MailId } from "../ids.ts"

/** What a mail is about (control.md section 3, "Mail"). */
export type MailKind = "registration" | "invitation" | "password" | "email" | "completion" | "notification"

/** A link in a mail, to be followed by whoever receives it. */
export interface MailLink {
  readonly rel: "confirm"
  readonly url: string
  readonly confirmationId: ConfirmationId
}

/** A mail in the world's outbox (model.md section 13, control.md section 3). */
export interface Mail {
  readonly id: MailId
  readonly at: Instant
  readonly kind: MailKind
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly MailLink[]
  /** Position in sending order in the world, from 0. */
  readonly ordinal: number
}

export interface MailTemplate {
  readonly id: string
  readonly kind: Exclude<MailKind, "notification">
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly ordinal: number
}
