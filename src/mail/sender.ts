import { requireEmailAddress } from "../texts/email-address.ts"
import { requireSingleLine } from "../texts/single-line.ts"

/** Overrides of the From of a mail; empty texts count as absent. */
export interface Sender {
  /** E-mail address. */
  readonly address?: string | undefined
  /** Name beside the address. */
  readonly name?: string | undefined
}

const DEFAULT_ADDRESS = "no-reply@localhost"
const ATOMS = /^[\p{L}\p{N} !#$%&'*+/=?^_`{|}~-]+$/u

/** The From of a mail (model.md section 13): an address, or `name <address>`, the name quoted where it has to be. */
export function fromOf(sender: Sender = {}): string {
  const address = sender.address || DEFAULT_ADDRESS
  requireEmailAddress(address, "sender_address")
  requireSingleLine("sender_name", sender.name)
  const name = sender.name?.trim()
  if (!name) return address
  return `${ATOMS.test(name) ? name : `"${name.replaceAll(/["\\]/g, "\\$&")}"`} <${address}>`
}
