import { atomic, possessive } from "regex/internals"

/** Maximum number of groups per pattern. Each translation scans the pattern again, so 30 groups take about 10 ms. */
const MOST = 30

/** Matches the start of an atomic group or the end of a possessive quantifier. Escapes are matched first, to skip them. */
const ATOMIC = /\\[\s\S]|\(\?>|[+*?}]\+/g

/**
 * Translates PCRE's atomic groups and possessive quantifiers to ECMAScript, as a captured lookahead and a backreference
 * to it. Returns undefined if the pattern is malformed or has too many of them.
 */
export function translateAtomic(pattern: string): string | undefined {
  const count = pattern.match(ATOMIC)?.filter((token) => !token.startsWith("\\")).length ?? 0
  if (count === 0) return pattern
  if (count > MOST) return undefined
  try {
    return atomic(possessive(pattern).pattern).pattern
  } catch {
    return undefined
  }
}
