import { strFromU8, strToU8, Unzip, UnzipInflate, unzipSync, type Zippable, zipSync } from "fflate"
import { invalidParams } from "../error.ts"

/** What an archive holds, by name: texts. */
export type ArchiveEntries = ReadonlyMap<string, string>

/** How much an archive may hold, unpacked. */
export interface ArchiveLimits {
  readonly bytes: number
  readonly entries: number
}

/** Far more than any application needs, and little enough to be unpacked in memory. */
export const ARCHIVE_LIMITS: ArchiveLimits = { bytes: 268_435_456, entries: 2000 }

/** So much is unpacked at a time: what it grows to can be counted before it takes much memory. */
const SLICE = 16_384
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
 * Unpacks a zip, counting what it grows to while it does. Refuses what is no zip, not all of one, or larger than the limits, and any
 * entry whose name does not pass.
 */
export function unpackArchive(
  bytes: Uint8Array,
  isKnown: (name: string) => boolean,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): ArchiveEntries {
  const sizes = readDirectory(bytes, isKnown, limits)
  const contents = unpack(bytes, limits)
  const entries = new Map<string, string>()
  for (const [name, size] of sizes) {
    const content = contents.get(name)
    if (content?.length !== size) throw badArchive(`${name} is not whole`)
    entries.set(name, readText(name, content))
  }
  if (contents.size !== entries.size) throw badArchive("its directory does not name everything in it")
  return entries
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
        if (sizes.size > limits.entries) throw badArchive(`it holds more than ${limits.entries} entries`)
        if (total > limits.bytes) throw tooLarge(limits)
        return false
      },
    })
  refusing(read)
  return sizes
}

function unpack(bytes: Uint8Array, limits: ArchiveLimits): ReadonlyMap<string, Uint8Array> {
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
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  refusing(() => {
    for (let at = 0; at < bytes.length; at += SLICE) {
      unzip.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length)
    }
  })
  return contents
}

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

function readText(name: string, bytes: Uint8Array): string {
  const text = strFromU8(bytes)
  // The library replaces what is no UTF-8.
  if (text.includes("\ufffd")) {
    const again = strToU8(text)
    if (again.length !== bytes.length || again.some((byte, at) => byte !== bytes[at]))
      throw badArchive(`${name} is no UTF-8`)
  }
  return text
}

const SHOWN = 60

const shown = (name: string): string => JSON.stringify(name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name)
