import { invalidParams } from "../model/error.ts"
import type { MailKind, MailTemplate } from "../model/records/mail.ts"
import type { View } from "../state/view.ts"
import { isSingleLine } from "../texts/single-line.ts"
import { escapeHtml, type Letter } from "./letter.ts"

/** What `{{name}}` in a template stands for: the mail's own values, then the caller's data. */
export interface TemplateValues {
  /** `username`, `email`, `workspace`, `link`, `confirmation_id`, as far as the mail has them. */
  readonly own: Readonly<Record<string, string>>
  /** Dynamic template data of the request; `{{a.b}}` reaches into objects. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
}

/** The template a request names; unknown, or of another kind, is refused (model.md section 13). */
export function findTemplate(view: View, id: string | undefined, kind: MailKind): MailTemplate | undefined {
  if (id === undefined || id === "") return undefined
  const template = view.get("mailTemplates", id)
  if (template === undefined) throw invalidParams(`unknown mail template: ${id}`)
  if (template.kind !== kind) throw invalidParams(`mail template ${id} is for ${template.kind} mails, not ${kind}`)
  return template
}

const PLACEHOLDER = /\{\{\{?\s*([\w-]+(?:\.[\w-]+)*)\s*\}?\}\}/g

/** Fills a template. Values are text: in HTML they are escaped, and one with a line break can't stand in the subject. */
export function fillTemplate(template: MailTemplate, values: TemplateValues): Letter {
  const fill = (pattern: string, use: (value: string, name: string) => string): string =>
    pattern.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
      const value = textOf(values, name)
      return value === undefined ? placeholder : use(value, name)
    })
  const subject = fill(template.subject, (value, name) => {
    if (!isSingleLine(value)) throw invalidParams(`template value ${name} has a line break, but stands in the subject`)
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

/** A text as HTML, with the mail's link clickable. */
function htmlOfText(text: string, link: string | undefined): string {
  const escaped = escapeHtml(text).replaceAll("\n", "<br>\n")
  if (link === undefined) return `<p>${escaped}</p>`
  const url = escapeHtml(link)
  return `<p>${escaped.replaceAll(url, () => `<a href="${url}">${url}</a>`)}</p>`
}
