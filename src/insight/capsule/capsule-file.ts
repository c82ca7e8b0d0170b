import { gzipSync, strToU8 } from "fflate"
import { ARCHIVE_LIMITS, JsonReader, unpackGzip } from "../../fixtures/templates/index.ts"
import { badCapsule } from "./bad-capsule.ts"
import { CAPSULE_FORMAT, type Capsule, capsuleSchema } from "./capsule-form.ts"

const NO_TIME = 0
const GZIP = [0x1f, 0x8b]
const OPEN_OBJECT = 0x7b
const SPACE = 0x20

/** Writes the file of a capsule. Equal capsules give equal bytes. */
export const packCapsule = (capsule: Capsule): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(strToU8(JSON.stringify(capsule)), { mtime: NO_TIME, level: 6 }))

/**
 * Reads the file of a capsule, packed or as plain JSON. The unpacked size and the number of values have the limits of template archives,
 * and are counted before the content is parsed. Throws INVALID_PARAMS for other files.
 */
export function readCapsule(bytes: Uint8Array): Capsule {
  const isPacked = GZIP.every((byte, at) => bytes[at] === byte)
  if (!isPacked && bytes.find((byte) => byte > SPACE) !== OPEN_OBJECT) {
    throw badCapsule("it is neither gzip nor JSON; expected a file of hexarium capsule")
  }
  if (!isPacked && bytes.length > ARCHIVE_LIMITS.bytes)
    throw badCapsule(`expected at most ${ARCHIVE_LIMITS.bytes} bytes`)
  const json = isPacked ? unpackGzip(bytes, ARCHIVE_LIMITS, badCapsule) : bytes
  const value = new JsonReader(badCapsule, { isWhole: true }).read("the file", json)
  const { format } = (typeof value === "object" && value !== null ? value : {}) as { readonly format?: unknown }
  if (format === undefined) throw badCapsule("it has no format; expected a file of hexarium capsule")
  if (typeof format === "number" && format > CAPSULE_FORMAT) {
    throw badCapsule(`its format is ${format}; this version of Hexarium reads formats up to ${CAPSULE_FORMAT}`)
  }
  const read = capsuleSchema().safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw badCapsule(`${issue?.path.map(String).join(".") || "the file"}: ${issue?.message ?? "invalid"}`)
}
