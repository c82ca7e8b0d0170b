/** Thrown if a store can't be opened. The message is one line with the place and the remedy, without a password. */
export class BadPlace extends Error {
  /** The error's name. */
  override readonly name = "BadPlace"
}
