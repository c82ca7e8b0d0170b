import { DomainError } from "../../src/index.ts"
import { MAX_NESTING } from "./limits.ts"

/**
 * A malformed body. Answered with the flat body, whatever shape the operation's own parameter errors have
 * (api.md section 0).
 */
export class RefusedBody extends DomainError {
  constructor(message: string) {
    super("INVALID_PARAMS", "params", message)
  }
}

/** A media type of JSON, with or without parameters. */
const JSON_MEDIA = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

export function requireJsonType(contentType: string | null): void {
  if (contentType === null || !JSON_MEDIA.test(contentType)) {
    throw new RefusedBody(`the body must be application/json, not ${contentType ?? "untyped"}`)
  }
}

/** Parses a JSON body (api.md section 0: malformed JSON, invalid UTF-8, too deep nesting and the key `__proto__` are refused). */
export function parseJson(bytes: Uint8Array, maxNesting = MAX_NESTING): unknown {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new RefusedBody("the body is not valid UTF-8")
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new RefusedBody(`the body is not valid JSON: ${withoutExcerpt((error as Error).message)}`)
  }
  checkStructure(value, maxNesting, 1)
  return value
}

/** Some of the parser's messages quote the text, in which a password may stand. */
const withoutExcerpt = (message: string): string => message.replace(/, (?:\.{3})?".*is not valid JSON$/s, "")

function checkStructure(value: unknown, maxNesting: number, depth: number): void {
  if (value === null || typeof value !== "object") return
  if (depth > maxNesting) throw new RefusedBody(`the body is nested deeper than ${maxNesting}`)
  if (Array.isArray(value)) {
    for (const element of value) checkStructure(element, maxNesting, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    if (key === "__proto__") throw new RefusedBody("the body has a key __proto__, which is not allowed")
    checkStructure((value as Record<string, unknown>)[key], maxNesting, depth + 1)
  }
}
