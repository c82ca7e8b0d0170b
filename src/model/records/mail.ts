import type { ConfirmationId, Instant, MailId } from "../ids.ts"

/** Purposes of mails for which a request or a fixture can choose a template. */
export const TEMPLATE_KINDS = ["registration", "invitation", "password", "email", "completion"] as const

/** Purposes of mails (control.md section 3, "Mail"). */
export const MAIL_KINDS = [...TEMPLATE_KINDS, "notification"] as const

/** Purpose of a mail (control.md section 3, "Mail"). */
export type MailKind = (typeof MAIL_KINDS)[number]

/** A link in a mail that the recipient should follow. */
export interface MailLink {
  /** Purpose of the link: following it confirms a registration, an invitation or a change. */
  readonly rel: "confirm"
  /** URL of the link. */
  readonly url: string
  /** ID of the confirmation to which the URL refers. */
  readonly confirmationId: ConfirmationId
}

/** A mail in the world's outbox (model.md section 13, control.md section 3). */
export interface Mail {
  /** ID of the mail. */
  readonly id: MailId
  /** Sending time by the world's clock. */
  readonly at: Instant
  /** Purpose of the mail (model.md section 13). */
  readonly kind: MailKind
  /** Address of the receiver. */
  readonly to: string
  /** Address of the sender. */
  readonly from: string
  /** Subject line. */
  readonly subject: string
  /** Body as plain text. */
  readonly text: string
  /** Body as HTML. */
  readonly html: string
  /** Links of the body, in order. */
  readonly links: readonly MailLink[]
  /** Position in the order in which the world sent its mails, from 0. */
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
