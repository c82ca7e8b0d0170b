import { strFromU8, strToU8, Unzip, UnzipInflate, unzipSync, type Zippable, zipSync } from "fflate"
import { invalidParams } from "../error.ts"

/** What goes into an archive, by name. */
export type ArchiveEntries = ReadonlyMap<string, string>

/** What is in an archive, by name. */
export type Unpacked = ReadonlyMap<string, Uint8Array>

/** How much an archive may hold, unpacked. */
export interface ArchiveLimits {
  readonly bytes: number
  readonly entries: number
}

const MIB = 1_048_576

/** How much JSON an archive may hold, unpacked, without the files that are attached to its items. */
export const MAX_ARCHIVE_JSON = 20 * MIB

/** Files attached to items stand in base64, which takes four bytes for three: 100 MiB of them, as much as an upload. */
const MAX_ATTACHED = Math.ceil((100 * MIB * 4) / 3)

const ARCHIVE_LIMITS: ArchiveLimits = { bytes: MAX_ARCHIVE_JSON + MAX_ATTACHED, entries: 2000 }

/** So many packed bytes are unpacked at a time: what they grow to is counted before it takes much memory. */
const SLICE = 16_384
/** So much is unpacked before others have their turn, in bytes. */
const TURN = 4 * MIB
/** The first instant that a zip can tell: an archive has the same bytes whenever it is made. */
const NO_TIME = "1980-01-01T12:00:00"

/** A refusal of an archive, in a sentence. */
export const badArchive = (problem: string) => invalidParams(`the archive can't be used: ${problem}`)

const NO_ZIP = "it is no zip, or not all of one"

/** Packs texts as a zip. */
export function packArchive(entries: ArchiveEntries): Uint8Array {
  const files: Zippable = {}
  for (const [name, text] of entries) files[name] = [strToU8(text), { mtime: NO_TIME, level: 6 }]
  return zipSync(files)
}

/**
 * Unpacks a zip, counting what it grows to while it does; yields where others may have their turn. Refuses what is no zip, not all of
 * one, or larger than the limits, and any entry whose name does not pass.
 */
export function* unpackArchive(
  bytes: Uint8Array,
  isKnown: (name: string) => boolean,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Generator<void, Unpacked> {
  const sizes = readDirectory(bytes, isKnown, limits)
  const contents = yield* unpack(bytes, limits)
  for (const [name, size] of sizes) {
    if (contents.get(name)?.length !== size) throw badArchive(`${name} is not whole`)
  }
  if (contents.size !== sizes.size) throw badArchive("its directory does not name everything in it")
  return contents
}

/** The sizes that the directory at the end of the archive tells. */
function readDirectory(
  bytes: Uint8Array,
  isKnown: (name: string) => boolean,
  limits: ArchiveLimits,
): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  let total = 0
  const read = () =>
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (name === "") throw badArchive(NO_ZIP)
        if (!isKnown(name)) throw badArchive(`${shown(name)} is no part of a template`)
        if (sizes.has(name)) throw badArchive(`it holds ${name} twice`)
        sizes.set(name, originalSize)
        total += originalSize
        if (sizes.size > limits.entries) throw tooMany(limits)
        if (total > limits.bytes) throw tooLarge(limits)
        return false
      },
    })
  refusing(read)
  return sizes
}

function* unpack(bytes: Uint8Array, limits: ArchiveLimits): Generator<void, Unpacked> {
  const contents = new Map<string, Uint8Array>()
  let total = 0
  const unzip = new Unzip((file) => {
    const parts: Uint8Array[] = []
    file.ondata = (error, part, isLast) => {
      if (error !== null) throw error
      total += part.length
      if (total > limits.bytes) throw tooLarge(limits)
      parts.push(part)
      if (isLast) contents.set(file.name, joined(parts))
      if (contents.size > limits.entries) throw tooMany(limits)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  let turn = 0
  for (let at = 0; at < bytes.length; at += SLICE) {
    refusing(() => unzip.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length))
    if (total - turn < TURN) continue
    turn = total
    yield
  }
  return contents
}

const tooMany = ({ entries }: ArchiveLimits) => badArchive(`it holds more than ${entries} entries`)

const tooLarge = ({ bytes }: ArchiveLimits) => badArchive(`unpacked it is larger than ${bytes} bytes`)

/** Whatever the library says of a broken zip is told as a refusal. */
function refusing(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    throw error instanceof Error && "reason" in error ? error : badArchive(NO_ZIP)
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** A text of an archive; `place` is where it stands. Refuses what is no UTF-8. */
export function textOf(place: string, bytes: Uint8Array): string {
  const text = strFromU8(bytes)
  // The library replaces what is no UTF-8.
  if (text.includes("\ufffd")) {
    const again = strToU8(text)
    if (again.length !== bytes.length || again.some((byte, at) => byte !== bytes[at]))
      throw badArchive(`${place} is no UTF-8`)
  }
  return text
}

const SHOWN = 60

const shown = (name: string): string => JSON.stringify(name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name)
