import type { MailKind } from "../model/records/mail.ts"
import { type Letter, writeLetter } from "./letter.ts"

/** What the default letters speak of. */
export interface Subjects {
  readonly username: string
  readonly email: string
  readonly workspace?: string | undefined
  readonly link?: string | undefined
  /** Hours a confirmation link lives. */
  readonly hours: number
}

const IGNORE = "If you did not expect this mail, you can ignore it."

const button = (label: string, url: string | undefined) => (url === undefined ? undefined : { label, url })

/** The letter of each kind when no template is named. None ever contains a password (model.md section 13). */
const WRITE: Record<Exclude<MailKind, "notification">, (about: Subjects) => Letter> = {
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
        `a new password was asked for the account ${about.email}. Follow the link within ${about.hours} hours to choose it.`,
      ],
      button: button("Choose a new password", about.link),
      footer: `${IGNORE} Your password stays as it is.`,
    }),
  email: (about) =>
    writeLetter({
      subject: "Confirm your new e-mail address",
      paragraphs: [
        `Hello ${about.username},`,
        `${about.email} is to become the address of your account. Follow the link within ${about.hours} hours to confirm it.`,
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

export const defaultLetter = (kind: Exclude<MailKind, "notification">, about: Subjects): Letter => WRITE[kind](about)
