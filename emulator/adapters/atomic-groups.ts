import { atomic, possessive } from "regex/internals"

/** Translating one looks at all of the pattern again, so a pattern has so many at most: some 10 ms. */
const MOST = 30

/** What an atomic group or a possessive quantifier begins or ends with; escapes are told apart from them. */
const ATOMIC = /\\[\s\S]|\(\?>|[+*?}]\+/g

/**
 * The same pattern of ECMAScript with PCRE's atomic groups and possessive quantifiers put into its words: a lookahead that is
 * captured and referred back to. Undefined where they are malformed or too many.
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
