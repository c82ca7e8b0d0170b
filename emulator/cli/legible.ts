/** What a terminal would take as an order or not show where it stands: control characters, also of C1, and turns of direction. */
const ORDERS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text of others as a terminal may show it. Line ends stay with `keeping`. */
export const legible = (text: string, keeping = ""): string =>
  text.replaceAll(ORDERS, (character) =>
    keeping.includes(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
