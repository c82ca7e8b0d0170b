import { countHeld } from "../texts/count-held.ts"
import { badArchive, MAX_ARCHIVE_JSON, textOf } from "./archive.ts"

/** As for bodies of requests (api.md section 0, control.md section 4). */
const MAX_DEPTH = 64
const MAX_VALUES = 100_000
const MAX_MEMBERS = 10_000

/** How many values all documents of an archive may hold. */
const MAX_ARCHIVE_VALUES = 1_000_000

const MIB = 1_048_576

/** Reads the JSON documents of an archive, and counts what they hold before it parses them. */
export class JsonReader {
  #values = 0
  #bytes = 0

  /** Reads a document; `place` is where it stands. Refuses what requests may not hold either. */
  read(place: string, bytes: Uint8Array): unknown {
    const { values, members } = countHeld(bytes, { values: MAX_VALUES, members: MAX_MEMBERS })
    if (values > MAX_VALUES) throw badArchive(`${place} holds more than ${MAX_VALUES} values`)
    if (members > MAX_MEMBERS) throw badArchive(`an object of ${place} has more than ${MAX_MEMBERS} members`)
    this.#values += values
    if (this.#values > MAX_ARCHIVE_VALUES) throw badArchive(`it holds more than ${MAX_ARCHIVE_VALUES} values`)
    const value = parse(place, textOf(place, bytes))
    check(place, value, 0)
    return value
  }

  /** Counts bytes of JSON. Refuses those beyond what an archive may hold. */
  count(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > MAX_ARCHIVE_JSON) {
      throw badArchive(`unpacked it holds more than ${MAX_ARCHIVE_JSON / MIB} MiB of JSON`)
    }
  }
}

function parse(place: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badArchive(`${place} is no JSON`)
  }
}

function check(place: string, value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) return
  if (depth >= MAX_DEPTH) throw badArchive(`${place} is nested deeper than ${MAX_DEPTH}`)
  if (Object.hasOwn(value, "__proto__")) throw badArchive(`${place} has a key __proto__`)
  for (const inner of Object.values(value)) check(place, inner, depth + 1)
}
