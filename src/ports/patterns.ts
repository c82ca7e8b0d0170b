/**
 * Matches strings against regular expressions that a linear-time engine rejects (lookaround, backreferences, atomic groups,
 * possessive quantifiers). Matching may take unbounded time.
 */
export interface Patterns {
  /**
   * Searches each text for the pattern, ignoring case; returns one boolean per text, in order. A search passes all its texts in one
   * call. Never throws. Returns `stopped` if the time limit was reached, `invalid` if the regular expression is invalid, and `refused`
   * if the matcher does not support patterns of this kind.
   */
  find(pattern: string, texts: readonly string[]): readonly boolean[] | "stopped" | "invalid" | "refused"
}
