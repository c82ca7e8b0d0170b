import { escapeHtml, invalidParams, isSingleLine } from "../../model/index.ts"
import type { MailKind, MailTemplate } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

export interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Draft {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string } | undefined
  readonly footer: string
}

const STYLE = {
  page: "margin:0;padding:24px;background:#f4f5f7;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  card: "max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px;color:#1f2430;font-size:16px;line-height:1.5",
  title: "margin:0 0 16px;font-size:20px;line-height:1.3",
  button:
    "display:inline-block;padding:12px 20px;background:#1d4ed8;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600",
  link: "color:#1d4ed8;word-break:break-all",
  footer: "margin:24px 0 0;color:#5b6270;font-size:13px",
} as const

/** Renders a letter as plain text and as a self-contained HTML page without images or scripts. */
function writeLetter({ subject, paragraphs, button, footer }: Draft): Letter {
  const line = subject.replaceAll(/[\s\p{Cc}]+/gu, " ").trim()
  const text = [...paragraphs, ...(button === undefined ? [] : [button.url]), "-- ", footer].join("\n\n")
  const html = [
    '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(line)}</title></head>`,
    `<body style="${STYLE.page}">\n<div style="${STYLE.card}">`,
    `<h1 style="${STYLE.title}">${escapeHtml(line)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(button === undefined ? [] : [buttonHtml(button.label, button.url)]),
    `<p style="${STYLE.footer}">${escapeHtml(footer)}</p>`,
    "</div>\n</body>\n</html>\n",
  ].join("\n")
  return { subject: line, text: `${text}\n`, html }
}

function buttonHtml(label: string, url: string): string {
  const href = escapeHtml(url)
  return (
    `<p><a href="${href}" style="${STYLE.button}">${escapeHtml(label)}</a></p>\n` +
    `<p>Or open this address: <a href="${href}" style="${STYLE.link}">${href}</a></p>`
  )
}

export interface LetterValues {
  readonly username: string
  readonly email: string
  readonly workspace?: string | undefined
  readonly link?: string | undefined
  readonly hours: number
}

const IGNORE = "If you did not expect this mail, you can ignore it."

const button = (label: string, url: string | undefined) => (url === undefined ? undefined : { label, url })

/** The built-in letters, for mails without a template. No letter contains a password (model.md section 13). */
const WRITE: Record<Exclude<MailKind, "notification">, (about: LetterValues) => Letter> = {
  registration: (about) =>
    writeLetter({
      subject: "Confirm your registration",
      paragraphs: [
        `Hello ${about.username},`,
        `this address was registered. Follow the link within ${about.hours} hours to confirm it and to choose your password.`,
      ],
      button: button("Confirm registration", about.link),
      footer: IGNORE,
    }),
  invitation: (about) =>
    writeLetter({
      subject: about.workspace === undefined ? "You are invited" : `You are invited to ${about.workspace}`,
      paragraphs: [
        `Hello ${about.username},`,
        `you were invited to the workspace ${about.workspace ?? ""}. Follow the link within ${about.hours} hours to join it.`,
      ],
      button: button("Accept invitation", about.link),
      footer: IGNORE,
    }),
  password: (about) =>
    writeLetter({
      subject: "Reset your password",
      paragraphs: [
        `Hello ${about.username},`,
        `a new password was requested for the account ${about.email}. Follow the link within ${about.hours} hours to choose the password.`,
      ],
      button: button("Choose a new password", about.link),
      footer: `${IGNORE} Your password stays as it is.`,
    }),
  email: (about) =>
    writeLetter({
      subject: "Confirm your new e-mail address",
      paragraphs: [
        `Hello ${about.username},`,
        `you asked to use the address ${about.email} for your account. Follow the link within ${about.hours} hours to confirm the address.`,
      ],
      button: button("Confirm address", about.link),
      footer: IGNORE,
    }),
  completion: (about) =>
    writeLetter({
      subject: "Your registration is complete",
      paragraphs: [
        `Hello ${about.username},`,
        `the account ${about.email} is ready. You can log in with your password.`,
      ],
      footer: IGNORE,
    }),
}

export const defaultLetter = (kind: Exclude<MailKind, "notification">, about: LetterValues): Letter =>
  WRITE[kind](about)

/** Describes an action that ran, for the users who are notified by mail (model.md section 9). */
interface ActionNotice {
  readonly username: string
  readonly action: string
  readonly datastore: string
  readonly title: string
  readonly comment: string
}

export function notificationLetter({ username, action, datastore, title, comment }: ActionNotice): Letter {
  const item = title === "" ? "an item" : title
  return writeLetter({
    subject: `${datastore}: ${item}`,
    paragraphs: [`${username} ran ${action} on ${item} in ${datastore}.`, ...(comment === "" ? [] : [comment])],
    footer: "You get this mail because one of your roles is notified of this action.",
  })
}

/** Values for a template's placeholders. If both properties contain a name, `own` applies. */
export interface TemplateValues {
  /** Values that the mail itself provides: `username`, `email`, `workspace`, `link` and `confirmation_id`, as far as known. */
  readonly own: Readonly<Record<string, string | undefined>>
  /** Values from the request. A placeholder such as `{{a.b}}` refers to a nested property. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
}

/** Returns a template, or undefined if `id` is absent or empty. Throws if the ID is unknown or of another kind (model.md section 13). */
export function findTemplate(view: View, id: string | undefined, kind: MailKind): MailTemplate | undefined {
  if (id === undefined || id === "") return undefined
  const template = view.get("mailTemplates", id)
  if (template === undefined) throw invalidParams(`unknown mail template: ${id}`)
  if (template.kind !== kind) throw invalidParams(`template ${id}: expected kind ${kind}, received ${template.kind}`)
  return template
}

const PLACEHOLDER = /\{\{\{?\s*([\w-]+(?:\.[\w-]+)*)\s*\}?\}\}/g

/** Fills a template's placeholders, with values escaped in HTML. Throws if a value would break the subject's line. */
export function fillTemplate(template: MailTemplate, values: TemplateValues): Letter {
  const fill = (pattern: string, use: (value: string, name: string) => string): string =>
    pattern.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
      const value = textOf(values, name)
      return value === undefined ? placeholder : use(value, name)
    })
  const subject = fill(template.subject, (value, name) => {
    if (!isSingleLine(value))
      throw invalidParams(`the template value ${name} must not contain line breaks, because the subject uses it`)
    return value
  })
  const text = fill(template.text, (value) => value)
  const html =
    template.html === null ? htmlOfText(text, values.own.link) : fill(template.html, (value) => escapeHtml(value))
  return { subject, text, html }
}

function textOf({ own, data }: TemplateValues, name: string): string | undefined {
  if (Object.hasOwn(own, name)) return own[name]
  let value: unknown = data
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  if (value === null || value === undefined) return ""
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

function htmlOfText(text: string, link: string | undefined): string {
  const escaped = escapeHtml(text).replaceAll("\n", "<br>\n")
  if (link === undefined) return `<p>${escaped}</p>`
  const url = escapeHtml(link)
  return `<p>${escaped.replaceAll(url, () => `<a href="${url}">${url}</a>`)}</p>`
}
