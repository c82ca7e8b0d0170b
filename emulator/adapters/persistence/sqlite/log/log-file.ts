import { closeSync, fstatSync, openSync, readSync } from "node:fs"

export const LOG_HEADER = 32
export const FRAME_HEADER = 24
const MAGIC = 0x377f_0682
const LOG_VERSION = 3_007_000
/** Offset of the page size in the database's header; the value 1 means 65,536. */
const PAGE_SIZE_AT = 16

/** A check sum of two words. Each one continues the previous frame's check sum, so it also covers all earlier frames. */
export type Sum = readonly [number, number]

export const areEqual = (one: Sum, other: Sum): boolean => one[0] === other[0] && one[1] === other[1]

export interface Frame {
  /** Number of the page in the database; 0 in a frame that was never written. */
  readonly page: number
  /** In the last frame of a commit, the database's size in pages; in other frames 0. */
  readonly commit: number
  readonly salts: Sum
  readonly sum: Sum
  /** The part of the frame's header that the check sum covers. */
  readonly start: Uint8Array
  readonly body: Uint8Array
}

export interface LogFile {
  /** Whether the header is valid. SQLite treats a log with an invalid header as empty. */
  readonly hasSoundHeader: boolean
  readonly header: Uint8Array
  readonly pageSize: number
  readonly salts: Sum
  /** Check sums that the first frame may continue: the one in the header, and the one computed from the header. */
  readonly sums: readonly [Sum, Sum]
  readonly frames: number
  /** Returns the frame at an index, from 0. Each frame's bytes are overwritten by the second call after it. */
  frame(position: number): Frame
  sumOf(frame: Frame, before: Sum): Sum
  close(): void
}

export const pairAt = (bytes: Uint8Array, at: number): Sum => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return [view.getUint32(at), view.getUint32(at + 4)]
}

export function addToSum([first, second]: Sum, bytes: Uint8Array, isLittle: boolean): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + view.getUint32(at, isLittle) + second) >>> 0
    second = (second + view.getUint32(at + 4, isLittle) + first) >>> 0
  }
  return [first, second]
}

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
  // The magic number gives the byte order. If it is damaged, assumes little-endian, the order of most machines.
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
    hasSoundHeader,
    header,
    pageSize,
    salts: pairAt(header, 16),
    sums: [stored, computed],
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
