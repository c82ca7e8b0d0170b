/** Thrown if a store can't be opened. The message is one line with the store's location and the remedy, without a password. */
export class BadPlace extends Error {
  override readonly name = "BadPlace"
}
