import type { JsonReader } from "./json-reader.ts"

const NEWLINE = 0x0a
const SPACE = 0x20
/** So many bytes of lines are read before others have their turn. */
const TURN = 65_536

/**
 * Reads NDJSON line by line; yields where others may have their turn. `take` is given each document and its place, and answers how
 * many bytes of it are attached files, which do not count as JSON.
 */
export function* readLines(
  reader: JsonReader,
  name: string,
  bytes: Uint8Array,
  take: (document: unknown, place: string) => number,
): Generator<void, void> {
  let line = 1
  let turn = 0
  for (let at = 0; at < bytes.length; ) {
    const start = at
    for (; at < bytes.length && (bytes[at] as number) <= SPACE; at += 1) if (bytes[at] === NEWLINE) line += 1
    const found = bytes.indexOf(NEWLINE, at)
    const end = found < 0 ? bytes.length : found
    let attached = 0
    if (at < end) {
      const place = `${name} line ${line}`
      attached = take(reader.read(place, bytes.subarray(at, end)), place)
    }
    reader.count(end - start - attached)
    at = end
    if (end - turn < TURN) continue
    turn = end
    yield
  }
}
