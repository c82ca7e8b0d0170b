import { invalidParams } from "../error.ts"
import { isSingleLine } from "../texts/single-line.ts"

const MAX_LENGTH = 200

/** A text by which a template is chosen: something on a single line. */
export function requireTemplateText(member: string, text: string): string {
  if (text.trim() === "") throw invalidParams(`${member} must not be empty`)
  if (!isSingleLine(text)) throw invalidParams(`${member} must be a single line`)
  if (text.length > MAX_LENGTH) throw invalidParams(`${member} may have ${MAX_LENGTH} characters at most`)
  return text
}
