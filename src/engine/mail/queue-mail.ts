import {
  defined,
  invalidParams,
  isInternalId,
  type MailId,
  requireEmailAddress,
  requireSingleLine,
} from "../../model/index.ts"
import { anyObject, object, optionalId, optionalString } from "../../model/input/index.ts"
import type { Confirmation, Mail, MailKind, MailLink, User } from "../../model/records/index.ts"
import type { Tx, View } from "../../state/index.ts"
import { defaultLetter, fillTemplate, findTemplate, type Letter } from "./letter.ts"

const ORDINAL_DIGITS = 11

/** Creates a mail ID that begins with the mail's position in sending order. IDs sort by time, even those of deleted mails. */
const mailIdOf = (ordinal: number, random: string): MailId =>
  (ordinal.toString(16).padStart(ORDINAL_DIGITS, "0") + random.slice(ORDINAL_DIGITS)) as MailId

/** Returns the position in sending order that a mail ID contains. Throws if the ID is invalid. */
export function ordinalOfMailId(id: string): number {
  if (!isInternalId(id)) throw invalidParams(`expected a mail ID, received ${JSON.stringify(id)}`)
  return Number.parseInt(id.slice(0, ORDINAL_DIGITS), 16)
}

/** Address and name for the From header, instead of the default. Empty strings count as absent. */
interface Sender {
  readonly address?: string | undefined
  readonly name?: string | undefined
}

const DEFAULT_ADDRESS = "no-reply@localhost"
const ATOMS = /^[\p{L}\p{N} !#$%&'*+/=?^_`{|}~-]+$/u

/** Returns the From header (model.md section 13): an address, or `name <address>` with the name quoted if necessary. */
export function fromOf(sender: Sender = {}): string {
  const address = sender.address || DEFAULT_ADDRESS
  requireEmailAddress(address, "sender_address")
  requireSingleLine("sender_name", sender.name)
  const name = sender.name?.trim()
  if (!name) return address
  return `${ATOMS.test(name) ? name : `"${name.replaceAll(/["\\]/g, "\\$&")}"`} <${address}>`
}

export interface MailStyle {
  /** ID of a mail template from the fixture. Default: the built-in text. */
  readonly templateId?: string | undefined
  readonly sender?: Sender | undefined
  readonly data?: Readonly<Record<string, unknown>> | undefined
}

export interface MailRequest {
  readonly kind: Exclude<MailKind, "notification">
  readonly user: Pick<User, "username">
  readonly to: string
  readonly link?: { readonly url: string; readonly confirmation: Confirmation } | undefined
  readonly workspace?: string | undefined
  readonly style?: MailStyle | undefined
}

/** Throws if `queueMail` would refuse the style. Used for requests that might not send a mail at all. */
export function requireMailStyle(view: View, kind: MailRequest["kind"], style: MailStyle = {}): void {
  findTemplate(view, style.templateId, kind)
  fromOf(style.sender)
}

/** Adds a mail to the outbox (model.md section 13). Throws for unknown templates, templates of other kinds, and line breaks in headers. */
export function queueMail(tx: Tx, { kind, user, to, link, workspace, style = {} }: MailRequest): Mail {
  const template = findTemplate(tx, style.templateId, kind)
  const about = { username: user.username, email: to, workspace, link: link?.url }
  const letter =
    template === undefined
      ? defaultLetter(kind, { ...about, hours: tx.settings.confirmationTtlHours })
      : fillTemplate(template, {
          own: defined({
            username: user.username,
            email: to,
            workspace,
            link: link?.url,
            confirmation_id: link?.confirmation.confirmationId,
          }),
          data: style.data,
        })
  const links: MailLink[] =
    link === undefined ? [] : [{ rel: "confirm", url: link.url, confirmationId: link.confirmation.confirmationId }]
  return putMail(tx, kind, to, fromOf(style.sender), letter, links)
}

/** Adds a mail to the outbox. Removes the oldest mails if there are more than `settings.mailboxSize`. */
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

export const mailInput = () =>
  object({
    templateId: optionalId().describe("ID of the mail template. Default: the built-in text"),
    sender: object({
      address: optionalString("Sender address. Default: no-reply@localhost"),
      name: optionalString("Name shown as the author of the mail"),
    })
      .describe("Sender of the mail. Default: no-reply@localhost")
      .optional(),
    data: anyObject().describe("Values for the placeholders of the template").optional(),
  })
    .describe("How the mail is sent: template, sender and data")
    .optional()
