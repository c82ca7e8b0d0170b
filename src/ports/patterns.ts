/**
 * Matches texts against the regular expressions that a linear-time engine refuses (lookaround, backreferences,
 * atomic groups, possessive quantifiers) and that may therefore run for ever.
 */
export interface Patterns {
  /**
   * In which of the texts the pattern is found, ignoring case, anywhere in the text: one answer a text, in their order.
   * One call serves a whole search. Never throws and never holds the caller's thread for much longer than its time limit:
   * `stopped` then, `invalid` for what is no regular expression, `refused` by a matcher that runs no such patterns.
   */
  find(pattern: string, texts: readonly string[]): readonly boolean[] | "stopped" | "invalid" | "refused"
}
