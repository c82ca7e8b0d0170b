import { nearest } from "../../../src/model/index.ts"
import { MAIL_KINDS, type Mail, type MailKind } from "../../../src/model/records/index.ts"
import { brief } from "./format.ts"
import { fitsText, type MatcherState, requireText, requireWanted, requireWorld, type Verdict } from "./matching.ts"

/** The expected mail. Omitted properties match anything. */
export interface MailWanted {
  /** The recipient's address in any letter case; default: any address. */
  readonly to?: string
  /** The kind of mail; default: any kind. */
  readonly kind?: MailKind
  /** The whole subject, or a pattern for a part of it; default: any subject. */
  readonly subject?: string | RegExp
  /** The whole text, or a pattern for a part of it; default: any text. */
  readonly text?: string | RegExp
}

const KNOWN_PROPERTIES = ["to", "kind", "subject", "text"] as const

export function toHaveSentMail(this: MatcherState, given: unknown, wanted: MailWanted = {}): Verdict {
  requireWanted("toHaveSentMail", wanted, KNOWN_PROPERTIES)
  for (const name of ["to", "subject", "text"] as const) requireText("toHaveSentMail", name, wanted[name])
  requireKind(wanted.kind)
  const mails = requireWorld("toHaveSentMail", given).mail.list()
  const isTo = (to: string): boolean =>
    typeof wanted.to === "string"
      ? wanted.to.toLowerCase() === to.toLowerCase()
      : wanted.to === undefined || fitsText(this, to, wanted.to)
  const fits = ({ to, kind, subject, text }: Mail): boolean =>
    isTo(to) &&
    (wanted.kind === undefined || wanted.kind === kind) &&
    (wanted.subject === undefined || fitsText(this, subject, wanted.subject)) &&
    (wanted.text === undefined || fitsText(this, text, wanted.text))
  const pass = mails.some(fits)
  const sent = mails.map(({ kind, to, subject }) => `\n  ${kind} to ${to}: ${subject}`).join("")
  const summary = mails.length === 0 ? "it has sent no mails" : `it has sent these mails:${sent}`
  return {
    pass,
    message: () => `expected the world ${pass ? "not to have" : "to have"} sent a mail ${brief(wanted)}; ${summary}`,
  }
}

function requireKind(kind: string | undefined): void {
  if (kind === undefined || MAIL_KINDS.some((one) => one === kind)) return
  const meant = nearest(kind, MAIL_KINDS)
  const hint = meant === undefined ? `the kinds are ${MAIL_KINDS.join(", ")}` : `did you mean ${meant}?`
  throw new TypeError(`toHaveSentMail: unknown kind of mail ${brief(kind)}; ${hint}`)
}
