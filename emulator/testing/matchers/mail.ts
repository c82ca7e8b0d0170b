import { MAIL_KINDS, type Mail, type MailKind, nearest } from "../../../src/inside.ts"
import { fitsText, type MatcherState, requireText, requireWanted, requireWorld, type Verdict } from "./matching.ts"
import { brief } from "./format.ts"

/** A mail that is to have been sent; a member that is left out may be anything. */
export interface MailWanted {
  /** The address, in any case; absent: any. */
  readonly to?: string
  /** What it is about; absent: anything. */
  readonly kind?: MailKind
  /** The whole subject, or a pattern that it fits; absent: any. */
  readonly subject?: string | RegExp
  /** The whole text, or a pattern that it fits. */
  readonly text?: string | RegExp
}

const KNOWN = ["to", "kind", "subject", "text"] as const

/** `toHaveSentMail`: the world has sent such a mail. */
export function toHaveSentMail(this: MatcherState, given: unknown, wanted: MailWanted = {}): Verdict {
  requireWanted("toHaveSentMail", wanted, KNOWN)
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
  const told = mails.length === 0 ? "it has sent none" : `it has sent ${mails.length}:${sent}`
  return {
    pass,
    message: () => `expected the world ${pass ? "not to have" : "to have"} sent a mail ${brief(wanted)}; ${told}`,
  }
}

function requireKind(kind: string | undefined): void {
  if (kind === undefined || MAIL_KINDS.some((one) => one === kind)) return
  const meant = nearest(kind, MAIL_KINDS)
  throw new TypeError(
    `toHaveSentMail: there is no kind ${brief(kind)}; ${meant === undefined ? `kinds are ${MAIL_KINDS.join(", ")}` : `did you mean ${meant}?`}`,
  )
}
