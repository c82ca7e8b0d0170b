const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const SPACE = 0x20

export interface JsonSizes {
  /** Total number of values, including arrays and objects. */
  readonly values: number
  /** Number of properties of the largest object. A repeated name counts each time. */
  readonly members: number
}

/**
 * Counts the values and properties of a JSON document until a limit is exceeded. Does not parse the document, so that one that is too large
 * is refused early. The result is meaningless for invalid JSON.
 */
export function countJson(json: Uint8Array, limits: JsonSizes): JsonSizes {
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
    if (byte === QUOTE) at = endOfString(json, at)
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

/** Returns the index of the closing quote of the string that begins at `start`. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
