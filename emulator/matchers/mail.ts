import type { Mail, MailKind } from "../../src/inside.ts"
import { brief, fitsText, type MatcherState, requireWorld, type Verdict } from "./matching.ts"

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

/** `toHaveSentMail`: the world has sent such a mail. */
export function toHaveSentMail(this: MatcherState, given: unknown, wanted: MailWanted = {}): Verdict {
  if (typeof wanted !== "object" || wanted === null) {
    throw new TypeError(`toHaveSentMail is told { to, kind, subject, text }; it was told ${brief(wanted)}`)
  }
  const mails = requireWorld("toHaveSentMail", given).mail.list()
  const fits = ({ to, kind, subject, text }: Mail): boolean =>
    (wanted.to === undefined || wanted.to.toLowerCase() === to.toLowerCase()) &&
    (wanted.kind === undefined || wanted.kind === kind) &&
    (wanted.subject === undefined || fitsText(subject, wanted.subject)) &&
    (wanted.text === undefined || fitsText(text, wanted.text))
  const pass = mails.some(fits)
  const shown = { ...wanted, ...textsOf(wanted) }
  const sent = mails.map(({ kind, to, subject }) => `\n  ${kind} to ${to}: ${subject}`).join("")
  const told = mails.length === 0 ? "it has sent none" : `it has sent ${mails.length}:${sent}`
  return {
    pass,
    message: () => `expected the world ${pass ? "not to have" : "to have"} sent a mail ${brief(shown)}; ${told}`,
  }
}

/** Patterns as they are written: JSON has none. */
const textsOf = (wanted: MailWanted): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([name, one]) => (one instanceof RegExp ? [[name, String(one)]] : [])),
  )
