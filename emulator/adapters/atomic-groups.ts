import { atomic, possessive } from "regex/internals"

/** Maximum number of atomic groups and possessive quantifiers per pattern. Translating 30 of them takes about 10 ms. */
const MAX_GROUPS = 30

/** Matches the start of an atomic group or the end of a possessive quantifier. Also matches escapes, which are skipped. */
const ATOMIC_SYNTAX = /\\[\s\S]|\(\?>|[+*?}]\+/g

/**
 * Replaces PCRE's atomic groups and possessive quantifiers, which ECMAScript lacks, by a captured lookahead and a
 * backreference. Returns undefined if the pattern is malformed or contains more than MAX_GROUPS of them.
 */
export function translateAtomic(pattern: string): string | undefined {
  const count = pattern.match(ATOMIC_SYNTAX)?.filter((token) => !token.startsWith("\\")).length ?? 0
  if (count === 0) return pattern
  if (count > MAX_GROUPS) return undefined
  try {
    return atomic(possessive(pattern).pattern).pattern
  } catch {
    return undefined
  }
}
