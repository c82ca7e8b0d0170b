import type { MailId } from "../../model/ids.ts"
import type { Confirmation } from "../../model/records/confirmation.ts"
import type { Mail, MailKind, MailLink } from "../../model/records/mail.ts"
import type { User } from "../../model/records/user.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { defaultLetter } from "../../mail/default-letter.ts"
import type { Letter } from "../../mail/letter.ts"
import { mailIdOf } from "../../mail/mail-id.ts"
import { fromOf, type Sender } from "../../mail/sender.ts"
import { fillTemplate, findTemplate } from "../../mail/template.ts"

/** How the request that causes a mail wants it. */
export interface MailStyle {
  /** A mail template of the fixture, by its `id`; absent: the usual text. */
  readonly templateId?: string | undefined
  /** Who the mail is from; absent: the usual sender. */
  readonly sender?: Sender | undefined
  /** Dynamic template data, passed through to the template. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
}

export interface MailRequest {
  readonly kind: Exclude<MailKind, "notification">
  readonly user: Pick<User, "username">
  readonly to: string
  /** The link to follow, with the confirmation it carries. */
  readonly link?: { readonly url: string; readonly confirmation: Confirmation } | undefined
  readonly workspace?: string | undefined
  readonly style?: MailStyle | undefined
}

/** Refuses the styles that `queueMail` would refuse, for requests that may end up sending no mail. */
export function requireMailStyle(view: View, kind: MailRequest["kind"], style: MailStyle = {}): void {
  findTemplate(view, style.templateId, kind)
  fromOf(style.sender)
}

/**
 * Puts a mail into the world's outbox as part of the transaction (model.md section 13); it is delivered after the commit.
 * Refuses an unknown template, one of another kind, and whatever would break a header.
 */
export function queueMail(tx: Tx, { kind, user, to, link, workspace, style = {} }: MailRequest): Mail {
  const template = findTemplate(tx, style.templateId, kind)
  const about = { username: user.username, email: to, workspace, link: link?.url }
  const letter =
    template === undefined
      ? defaultLetter(kind, { ...about, hours: tx.settings.confirmationTtlHours })
      : fillTemplate(template, {
          own: {
            username: user.username,
            email: to,
            ...(workspace === undefined ? {} : { workspace }),
            ...(link === undefined ? {} : { link: link.url, confirmation_id: link.confirmation.confirmationId }),
          },
          data: style.data,
        })
  const links: MailLink[] =
    link === undefined ? [] : [{ rel: "confirm", url: link.url, confirmationId: link.confirmation.confirmationId }]
  return putMail(tx, kind, to, fromOf(style.sender), letter, links)
}

/** Puts a finished letter into the outbox, which keeps the newest `settings.mailboxSize` mails. */
export function putMail(
  tx: Tx,
  kind: MailKind,
  to: string,
  from: string,
  letter: Letter,
  links: readonly MailLink[] = [],
): Mail {
  requireSingleLine("address", to)
  const ordinal = tx.nextOrdinal()
  const id: MailId = mailIdOf(ordinal, tx.newId())
  const mail = tx.put("mails", { id, at: tx.now, kind, to, from, ...letter, links, ordinal })
  const { mailboxSize } = tx.settings
  for (let mails = tx.table("mails"); mails.size > mailboxSize; mails = tx.table("mails")) {
    const oldest = mails.first()
    if (oldest !== undefined) tx.remove("mails", oldest.id)
  }
  return mail
}
