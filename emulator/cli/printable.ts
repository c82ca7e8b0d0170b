/** Matches characters that a terminal interprets: control characters (C0, C1) and changes of text direction. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

export const printable = (text: string, keeping = ""): string =>
  text.replaceAll(CONTROLS, (character) =>
    keeping.includes(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
