import { Part } from "../../part.ts"

/** The engine for everything but literals. */
export const linearPatterns = new Part(() => import("re2js"))

/**
 * What became of a user's regular expression (model.md section 11: unanchored, ignoring case).
 * - `plain` · `linear`: ready; a test takes time linear in the text, for `linear` at worst `size` steps a character
 * - `guarded`: has lookaround, backreferences, atomic groups or possessive quantifiers, which no linear-time engine takes; only
 *   `ports/patterns.ts` may run it
 * - `invalid`: `reason` tells the user why
 */
export type Pattern =
  | { readonly kind: "plain"; readonly test: (text: string) => boolean }
  | { readonly kind: "linear"; readonly size: number; readonly test: (text: string) => boolean }
  | { readonly kind: "guarded" }
  | { readonly kind: "invalid"; readonly reason: string }

/** Characters of a pattern, and about as many instructions as it may compile to. */
const MAX_LENGTH = 4000
const MAX_SIZE = 600

/** Literals, or a few alternatives of them, which can't make the built-in engine backtrack … */
const LITERAL = /^[^\\^$.*+?()[\]{}|]*(?:\|[^\\^$.*+?()[\]{}|]*){0,15}$/
/** … but a longer one than this may be compared almost whole at every position of a text. */
const SHORT_LITERAL = 256
const LOOKBEHIND = /\(\?<[=!]/
const GUARDED = /\(\?<?[=!]|\\[1-9]|\\k[<{']|\(\?P=|\(\?>|[+*?}]\+/

/** Whether a pattern is read without the linear-time engine. */
export const isLiteralPattern = (source: string): boolean => LITERAL.test(source)

/** Reads a pattern, and never runs it. Throws nothing but `PartMissing`. */
export function readPattern(source: string): Pattern {
  if (source.length > MAX_LENGTH) return { kind: "invalid", reason: `longer than ${MAX_LENGTH} characters` }
  if (isLiteralPattern(source)) {
    const expression = new RegExp(source, "i")
    const test = (text: string) => expression.test(text)
    return source.length <= SHORT_LITERAL ? { kind: "plain", test } : { kind: "linear", size: source.length, test }
  }
  if (expandedSize(source) > MAX_SIZE) return { kind: "invalid", reason: "its repetitions make it too large" }
  const { RE2JS } = linearPatterns.code
  try {
    const flags = RE2JS.CASE_INSENSITIVE | (LOOKBEHIND.test(source) ? RE2JS.LOOKBEHINDS : 0)
    const expression = RE2JS.compile(source, flags)
    return { kind: "linear", size: expression.programSize(), test: (text) => expression.test(text) }
  } catch (error) {
    if (GUARDED.test(source)) return { kind: "guarded" }
    return { kind: "invalid", reason: reasonOf(error) }
  }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, "").replace("(?i)", "")

/** About the number of instructions that the pattern compiles to, found without compiling it. */
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

/** Position of the bracket that closes the class begun at `start`. */
function endOfClass(source: string, start: number): number {
  let at = start + 1
  if (source[at] === "^") at += 1
  if (source[at] === "]") at += 1
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1
  return at
}
