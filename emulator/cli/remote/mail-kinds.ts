/** What a mail may be about (control.md section 3, "Mail"). */
export const MAIL_KINDS = ["registration", "invitation", "password", "email", "completion", "notification"] as const
