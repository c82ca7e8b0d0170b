const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const SPACE = 0x20

/** What a JSON text holds. */
export interface Held {
  /** Values, arrays and objects among them. */
  readonly values: number
  /** Members of the object that has most of them, repeated names counted each time. */
  readonly members: number
}

/**
 * What a JSON text holds; it stops counting where one of the numbers is above its limit. Looks at the bytes alone, so that a text
 * is refused before anything is made of it. Of a text that is no JSON the numbers mean nothing.
 */
export function countHeld(json: Uint8Array, limits: Held): Held {
  const around: number[] = []
  let values = 1
  let members = 0
  let most = 0
  let isAfterOpening = false
  for (let at = 0; at < json.length && values <= limits.values && most <= limits.members; at += 1) {
    const byte = json[at] as number
    if (byte <= SPACE) continue
    if (byte === COMMA) values += 1
    else if (isAfterOpening && byte !== CLOSE_ARRAY && byte !== CLOSE_OBJECT) values += 1
    isAfterOpening = byte === OPEN_ARRAY || byte === OPEN_OBJECT
    if (byte === QUOTE) at = endOfText(json, at)
    else if (byte === COLON) {
      members += 1
      if (members > most) most = members
    } else if (byte === OPEN_OBJECT) {
      around.push(members)
      members = 0
    } else if (byte === CLOSE_OBJECT) members = around.pop() ?? 0
  }
  return { values, members: most }
}

/** Where the quote is that ends the text begun at `start`. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
