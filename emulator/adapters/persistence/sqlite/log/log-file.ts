import { closeSync, fstatSync, openSync, readSync } from "node:fs"

/** Sizes of SQLite's write-ahead log (https://www.sqlite.org/walformat.html). */
export const LOG_HEADER = 32
export const FRAME_HEADER = 24
const MAGIC = 0x377f_0682
const LOG_VERSION = 3_007_000
/** Where the database says how large its pages are; 1 stands for 65,536. */
const PAGE_SIZE_AT = 16

/** The two words of a check sum. Each is computed from the one before, so it covers everything up to its frame. */
export type Sum = readonly [number, number]

export const areEqual = (one: Sum, other: Sum): boolean => one[0] === other[0] && one[1] === other[1]

export interface Frame {
  /** Number of the page in the database; never 0 in a frame that was written. */
  readonly page: number
  /** Pages of the database after a commit; 0 where the transaction goes on in the next frame. */
  readonly commit: number
  readonly salts: Sum
  readonly sum: Sum
  /** What the check sum covers. */
  readonly start: Uint8Array
  readonly body: Uint8Array
}

/** A write-ahead log, read frame by frame. */
export interface LogFile {
  /** Whether SQLite would read it. It takes a log with another header for an empty one. */
  readonly hasSoundHeader: boolean
  readonly header: Uint8Array
  readonly pageSize: number
  readonly salts: Sum
  /** What the first frame's check sum goes on from: as the header says it, and as it is computed. */
  readonly sums: readonly [Sum, Sum]
  /** Whole frames in the file, whatever is in them. */
  readonly frames: number
  /** The frame at a position, from 0. Its bytes are overwritten by the next call but one. */
  frame(position: number): Frame
  sumOf(frame: Frame, before: Sum): Sum
  close(): void
}

const pairAt = (bytes: Uint8Array, at: number): Sum => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return [view.getUint32(at), view.getUint32(at + 4)]
}

/** Goes on with a check sum over bytes, eight at a time. */
export function addToSum([first, second]: Sum, bytes: Uint8Array, isLittle: boolean): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + view.getUint32(at, isLittle) + second) >>> 0
    second = (second + view.getUint32(at + 4, isLittle) + first) >>> 0
  }
  return [first, second]
}

/** Opens the log of a database; undefined where there is none, or nothing in it. Neither file is changed. */
export function openLog(file: string): LogFile | undefined {
  let handle: number
  try {
    handle = openSync(`${file}-wal`, "r")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
  const size = fstatSync(handle).size
  if (size === 0) {
    closeSync(handle)
    return undefined
  }
  const header = new Uint8Array(LOG_HEADER)
  readSync(handle, header, 0, LOG_HEADER, 0)
  const view = new DataView(header.buffer)
  const magic = view.getUint32(0)
  // A damaged magic says nothing; nearly all machines are little-endian.
  const isLittle = magic !== MAGIC + 1
  const [stored, computed] = [pairAt(header, 24), addToSum([0, 0], header.subarray(0, 24), isLittle)]
  const pageSize = pageSizeOf(file)
  const hasSoundHeader =
    (magic === MAGIC || magic === MAGIC + 1) &&
    view.getUint32(4) === LOG_VERSION &&
    view.getUint32(8) === pageSize &&
    areEqual(stored, computed)
  const length = FRAME_HEADER + pageSize
  const buffers = [new Uint8Array(length), new Uint8Array(length)]
  return {
    ...{ hasSoundHeader, header, pageSize, salts: pairAt(header, 16), sums: [stored, computed] },
    frames: Math.max(0, Math.floor((size - LOG_HEADER) / length)),
    frame(position) {
      const bytes = buffers[position % 2] as Uint8Array
      readSync(handle, bytes, 0, length, LOG_HEADER + position * length)
      const [page, commit] = pairAt(bytes, 0)
      const start = bytes.subarray(0, 8)
      return {
        page,
        commit,
        salts: pairAt(bytes, 8),
        sum: pairAt(bytes, 16),
        start,
        body: bytes.subarray(FRAME_HEADER),
      }
    },
    sumOf: ({ start, body }, before) => addToSum(addToSum(before, start, isLittle), body, isLittle),
    close: () => closeSync(handle),
  }
}

function pageSizeOf(file: string): number {
  const handle = openSync(file, "r")
  try {
    const bytes = Buffer.alloc(2)
    readSync(handle, bytes, 0, 2, PAGE_SIZE_AT)
    const size = bytes.readUInt16BE()
    return size === 1 ? 65_536 : Math.max(size, 512)
  } finally {
    closeSync(handle)
  }
}
