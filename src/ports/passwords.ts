/** Turns passwords into hashes that may be stored and exported. */
export interface Passwords {
  /** The hash of a password; `salt` is a fresh text of the world's random stream, so the same inputs give the same hash. */
  hash(password: string, salt: string): string
  /**
   * Whether `hash`, made by this or an earlier configuration, belongs to the password. Never throws: any other text is no
   * match.
   */
  verify(password: string, hash: string): boolean
  /** Whether a text has the form of a hash, so that some password may belong to it. */
  isHash(text: string): boolean
}
