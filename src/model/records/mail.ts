import type { ConfirmationId, Instant, MailId } from "../ids.ts"

/** What a mail is about (control.md section 3, "Mail"). */
export type MailKind = "registration" | "invitation" | "password" | "email" | "completion" | "notification"

/** The kinds of mail. */
export const MAIL_KINDS = [
  "registration",
  "invitation",
  "password",
  "email",
  "completion",
  "notification",
] as const satisfies readonly MailKind[]

/** A link in a mail, to be followed by whoever receives it. */
export interface MailLink {
  /** What the link is for. */
  readonly rel: "confirm"
  /** Where it leads. */
  readonly url: string
  /** The ID in it by which something is confirmed. */
  readonly confirmationId: ConfirmationId
}

/** A mail in the world's outbox (model.md section 13, control.md section 3). */
export interface Mail {
  /** By which it is told apart. */
  readonly id: MailId
  /** When it was sent, by the world's clock. */
  readonly at: Instant
  /** What it is about (model.md section 13). */
  readonly kind: MailKind
  /** The address that it went to. */
  readonly to: string
  /** The address that it came from. */
  readonly from: string
  /** Its subject line. */
  readonly subject: string
  /** Its body as plain text. */
  readonly text: string
  /** The same as HTML. */
  readonly html: string
  /** The links in it, in order. */
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
