/** A store that can't be opened where it was said to be: one line that names the place and the way out, without any password. */
export class BadPlace extends Error {
  /** What kind of error it is. */
  override readonly name = "BadPlace"
}
