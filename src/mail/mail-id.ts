import { invalidParams } from "../model/error.ts"
import { isInternalId, type MailId } from "../model/ids.ts"

const ORDINAL_DIGITS = 11

/**
 * The ID of a mail: its position in sending order, then random digits. So "later than this one" can still be told once the
 * mail is deleted.
 */
export const mailIdOf = (ordinal: number, random: string): MailId =>
  (ordinal.toString(16).padStart(ORDINAL_DIGITS, "0") + random.slice(ORDINAL_DIGITS)) as MailId

/** Where in sending order a mail ID stands. Refuses a text that is none. */
export function ordinalOfMailId(id: string): number {
  if (!isInternalId(id)) throw invalidParams(`not a mail id: ${JSON.stringify(id)}`)
  return Number.parseInt(id.slice(0, ORDINAL_DIGITS), 16)
}
