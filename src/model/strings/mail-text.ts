import { invalidParams } from "../error.ts"

const ADDRESS = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u
const MAX_LENGTH = 254

/**
 * Returns whether a string has one `@` between other characters, no blanks or control characters, and at most 254 characters (api.md
 * section 0).
 */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_LENGTH && ADDRESS.test(text)

/** Returns the address in lower case, as stored. Throws INVALID_PARAMS if the string is not an e-mail address. */
export function requireEmailAddress(text: string, name = "email"): string {
  if (!isEmailAddress(text))
    throw invalidParams(`${name}: expected an e-mail address, received ${JSON.stringify(text)}`)
  return text.toLowerCase()
}

export const localPart = (email: string): string => email.slice(0, email.indexOf("@"))

/** Matches characters that would start a new header in a mail. */
const BREAKS_A_LINE = /[\r\n\0]/

export const isSingleLine = (text: string): boolean => !BREAKS_A_LINE.test(text)

/** Throws if a mail's header or link contains CR, LF or NUL (model.md section 13). */
export function requireSingleLine(name: string, text: string | undefined): void {
  if (text !== undefined && !isSingleLine(text)) throw invalidParams(`${name} must not contain line breaks or NUL`)
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
