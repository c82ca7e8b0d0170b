const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const SPACE = 0x20

/**
 * How many values a JSON text holds, arrays and objects among them; it stops counting above `limit`. Looks at the bytes alone, so
 * that a text is refused before anything is made of it. Of a text that is no JSON the number means nothing.
 */
export function countValues(json: Uint8Array, limit: number): number {
  let count = 1
  let isAfterOpening = false
  for (let at = 0; at < json.length && count <= limit; at += 1) {
    const byte = json[at] as number
    if (byte <= SPACE) continue
    if (byte === COMMA) count += 1
    else if (isAfterOpening && byte !== CLOSE_ARRAY && byte !== CLOSE_OBJECT) count += 1
    isAfterOpening = byte === OPEN_ARRAY || byte === OPEN_OBJECT
    if (byte === QUOTE) at = endOfText(json, at)
  }
  return count
}

/** Where the quote is that ends the text begun at `start`. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
