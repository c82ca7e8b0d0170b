/** Hashes passwords for storage and exports. */
export interface Passwords {
  /** Hashes a password. `salt`: a new string from the world's random stream. Equal arguments give equal hashes. */
  hash(password: string, salt: string): string
  /** Returns whether a hash from this or an earlier configuration matches the password; false for strings that are not hashes. */
  verify(password: string, hash: string): boolean
  /** Returns whether a string has the format of a hash. */
  isHash(text: string): boolean
}
