import { invalidParams } from "../model/error.ts"

const ADDRESS = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u
const MAX_LENGTH = 254

/** One `@` with something on both sides, no blanks or control characters, at most 254 characters (api.md section 0). */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_LENGTH && ADDRESS.test(text)

/** The address as it is stored, lower-cased; refuses what is none. */
export function requireEmailAddress(text: string, name = "email"): string {
  if (!isEmailAddress(text)) throw invalidParams(`${name} is not an e-mail address: ${JSON.stringify(text)}`)
  return text.toLowerCase()
}

/** What a user is called unless somebody says otherwise: the local part of their address. */
export const localPart = (email: string): string => email.slice(0, email.indexOf("@"))
