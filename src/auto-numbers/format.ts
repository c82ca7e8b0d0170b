import type { AutonumSettings } from "../model/records/field.ts"

/** The most places that a number is padded to. */
export const MAX_DIGIT = 100

/** A number as it is counted, and as its field shows it. */
export interface AutoNumber {
  /** The number issued. */
  readonly value: number
  /** The number as items show it: with prefix, branch and padding. */
  readonly text: string
}

/** How a number is padded where it differs from the field's settings. */
export interface Padding {
  /** Whether zeros are put in front. */
  readonly zeroPadding?: boolean | undefined
  /** How many digits it is padded to. */
  readonly digit?: number | undefined
}

/** `prefix + branch + number`, zero-padded to `digit` places when padding is on, never cut (model.md section 16). */
export function formatAutoNumber(
  { autonum }: AutonumSettings,
  number: number,
  branch = "",
  padding: Padding = {},
): string {
  const { prefix, zeroPadding, digit } = autonum
  const width = (padding.zeroPadding ?? zeroPadding) ? (padding.digit ?? digit) : 0
  return `${prefix}${branch}${String(number).padStart(width, "0")}`
}

/** The number in a text that the field could have drawn from its display counter; 0 for any other text. */
export function numberIn({ autonum: { prefix } }: AutonumSettings, value: string): number {
  const digits = value.startsWith(prefix) ? /^\d{1,15}$/.exec(value.slice(prefix.length))?.[0] : undefined
  return digits === undefined ? 0 : Number(digits)
}
