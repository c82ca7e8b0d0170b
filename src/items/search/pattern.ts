import { foldPatternWidth, LazyModule } from "../../model/index.ts"
import type { Condition } from "../../model/records/index.ts"
import { translatePcre } from "./pcre.ts"

export const linearPatterns = new LazyModule(() => import("re2js"))

/**
 * A user's regular expression. It matches anywhere in a text and ignores case (model.md section 11).
 * - `plain`, `linear`: a test takes time linear in the text. For `linear`, it takes at most `size` steps per character.
 * - `guarded`: has lookaround, backreferences, atomic groups or possessive quantifiers, which linear-time engines do not support. Only
 * `ports/patterns.ts` may run it.
 * - `invalid`: `reason` is shown to the user.
 */
export type Pattern =
  | { readonly kind: "plain"; readonly test: (text: string) => boolean }
  | { readonly kind: "linear"; readonly size: number; readonly test: (text: string) => boolean }
  | { readonly kind: "guarded"; readonly source: string }
  | { readonly kind: "invalid"; readonly reason: string }

/** Maximum length of a pattern in characters, and maximum size as an approximate number of compiled instructions. */
const MAX_LENGTH = 4000
const MAX_SIZE = 600

/** Matches up to 16 alternative literals, for which the built-in engine does not backtrack. */
const LITERAL_PATTERN = /^[^\\^$.*+?()[\]{}|]*(?:\|[^\\^$.*+?()[\]{}|]*){0,15}$/
/** Maximum length of a `plain` literal. The built-in engine may compare almost all of a literal at every position of a text. */
const SHORT_LITERAL = 256
const LOOKBEHIND = /\(\?<[=!]/
const GUARDED_SYNTAX = /\(\?<?[=!]|\\[1-9]|\\k[<{']|\(\?P=|\(\?>|[+*?}]\+/

/** Returns whether the pattern consists of literals, so that the built-in engine can run it. */
export const isLiteralPattern = (source: string): boolean => LITERAL_PATTERN.test(source)

export async function loadPatterns(conditions: readonly Condition[]): Promise<void> {
  if (conditions.some(mayNeedEngine)) await linearPatterns.load()
}

const mayNeedEngine = ({ searchValue = [], conditions = [] }: Condition): boolean =>
  conditions.some(mayNeedEngine) || searchValue.some(isNoLiteral)

/** Full-width punctuation such as `（` is searched as an escaped metacharacter. */
const isNoLiteral = (value: string | null): boolean => value !== null && !isLiteralPattern(foldPatternWidth(value))

/** Parses a pattern without running it. Never throws, even if the pattern is invalid. Call `loadPatterns` first. */
export function readPattern(source: string): Pattern {
  if (source.length > MAX_LENGTH) return { kind: "invalid", reason: `expected at most ${MAX_LENGTH} characters` }
  if (isLiteralPattern(source)) {
    const expression = new RegExp(source, "i")
    const test = (text: string) => expression.test(text)
    return source.length <= SHORT_LITERAL ? { kind: "plain", test } : { kind: "linear", size: source.length, test }
  }
  // A match may include a final line feed, because only the existence of a match is used.
  const linear = translatePcre(source, "(?:\\n?\\z)")
  if (typeof linear === "object") return { kind: "invalid", reason: `${linear.unsupported} is not supported` }
  if (expandedSize(linear) > MAX_SIZE) return { kind: "invalid", reason: "the repetitions make the pattern too large" }
  const { RE2JS } = linearPatterns.code
  try {
    const flags = RE2JS.CASE_INSENSITIVE | (LOOKBEHIND.test(linear) ? RE2JS.LOOKBEHINDS : 0)
    const expression = RE2JS.compile(linear, flags)
    return { kind: "linear", size: expression.programSize(), test: (text) => expression.test(text) }
  } catch (error) {
    const guarded = GUARDED_SYNTAX.test(linear) ? translatePcre(source, "\\Z") : undefined
    if (typeof guarded === "string") return { kind: "guarded", source: guarded }
    return { kind: "invalid", reason: reasonOf(error) }
  }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, "").replace("(?i)", "")

/** Estimates the pattern's number of compiled instructions without compiling it. */
function expandedSize(source: string): number {
  const open: number[] = [0]
  let last = 0
  const add = (size: number): void => {
    last = size
    open.push((open.pop() ?? 0) + size)
  }
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at]
    const count = character === "{" ? /^\{(\d+)(?:,(\d*))?\}/.exec(source.slice(at, at + 24)) : null
    if (count !== null) {
      const times = Math.max(Number(count[1]), Number(count[2] ?? 0), 1)
      const before = last
      add(before * (times - 1))
      last = before * times
      at += count[0].length - 1
    } else if (character === "(") {
      open.push(0)
    } else if (character === ")" && open.length > 1) {
      add((open.pop() ?? 0) + 2)
    } else if (character === "[") {
      at = endOfClass(source, at)
      add(1)
    } else {
      if (character === "\\") at += 1
      const isOperator = character === "*" || character === "+" || character === "?" || character === "|"
      const before = isOperator ? last : 0
      add(1)
      last += before
    }
  }
  return open.reduce((sum, size) => sum + size, 0)
}

function endOfClass(source: string, start: number): number {
  let at = start + 1
  if (source[at] === "^") at += 1
  if (source[at] === "]") at += 1
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1
  return at
}
