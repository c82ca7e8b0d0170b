/** Hashes passwords for storage and exports. */
export interface Passwords {
  /** Hashes a password. `salt` is a new string from the world's random number generator. Equal arguments give equal hashes. */
  hash(password: string, salt: string): string
  /** Returns whether a hash matches the password, even if it was made with another configuration. False for strings that are not hashes. */
  verify(password: string, hash: string): boolean
  /** Returns whether a string has the format of a hash. */
  isHash(text: string): boolean
}
