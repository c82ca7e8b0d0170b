import type { Field } from "../records/field.ts"

/** The most places that a number is padded to. */
export const MAX_DIGIT = 100

/** A number as it is counted, and as its field shows it. */
export interface AutoNumber {
  readonly value: number
  readonly text: string
}

/** How a number is padded where it differs from the field's settings. */
export interface Padding {
  readonly zeroPadding?: boolean | undefined
  readonly digit?: number | undefined
}

/** `prefix + branch + number`, zero-padded to `digit` places when padding is on, never cut (model.md section 16). */
export function formatAutoNumber(field: Field, number: number, branch = "", padding: Padding = {}): string {
  const { prefix = "", zeroPadding = false, digit = 0 } = field.autonum ?? {}
  const width = (padding.zeroPadding ?? zeroPadding) ? (padding.digit ?? digit) : 0
  return `${prefix}${branch}${String(number).padStart(width, "0")}`
}
