import { invalidParams } from "../model/error.ts"

/** The characters that would start another header. */
const BREAKS_A_LINE = /[\r\n\0]/

export const isSingleLine = (text: string): boolean => !BREAKS_A_LINE.test(text)

/** Refuses CR, LF and NUL in what goes into a header or a link of a mail (model.md section 13). */
export function requireSingleLine(name: string, text: string | undefined): void {
  if (text !== undefined && !isSingleLine(text)) throw invalidParams(`${name} must not contain line breaks or NUL`)
}
