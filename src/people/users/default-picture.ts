import { crc32 } from "../../model/index.ts"

const SIZE = 96

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const PALETTE = [
  [0xd9, 0xde, 0xe7],
  [0x8a, 0x94, 0xa6],
] as const

let cache: Uint8Array | undefined

/** Returns the profile picture of users who have uploaded none, as a PNG: head and shoulders on grey. */
export function defaultPicture(): Uint8Array {
  cache ??= encodePng()
  return cache
}

/** Returns the palette index of the picture's pixel at (x, y). */
function pixel(x: number, y: number): number {
  const [across, down] = [(x + 0.5) / SIZE - 0.5, (y + 0.5) / SIZE]
  const isHead = across ** 2 + (down - 0.38) ** 2 < 0.18 ** 2
  const areShoulders = (across / 0.34) ** 2 + ((down - 1) / 0.36) ** 2 < 1
  return isHead || areShoulders ? 1 : 0
}

function encodePng(): Uint8Array {
  const rows: number[] = []
  for (let y = 0; y < SIZE; y += 1) {
    rows.push(0)
    for (let x = 0; x < SIZE; x += 8) {
      let bits = 0
      for (let bit = 0; bit < 8; bit += 1) bits = (bits << 1) | pixel(x + bit, y)
      rows.push(bits)
    }
  }
  const header = [...u32(SIZE), ...u32(SIZE), 1, 3, 0, 0, 0]
  return Uint8Array.from([
    ...PNG_SIGNATURE,
    ...chunk("IHDR", header),
    ...chunk("PLTE", PALETTE.flat()),
    ...chunk("IDAT", zlibStored(rows)),
    ...chunk("IEND", []),
  ])
}

const u32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

function chunk(type: string, data: readonly number[]): number[] {
  const typed = [...[...type].map((letter) => letter.charCodeAt(0)), ...data]
  return [...u32(data.length), ...typed, ...u32(crc32(typed))]
}

/** Encodes bytes as zlib data with one uncompressed block. Compression is not needed, because the picture has only 1 kB. */
function zlibStored(bytes: readonly number[]): number[] {
  const { length } = bytes
  return [0x78, 0x01, 1, length & 255, length >>> 8, ~length & 255, (~length >>> 8) & 255, ...bytes, ...adler32(bytes)]
}

function adler32(bytes: readonly number[]): number[] {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return [high >>> 8, high & 255, low >>> 8, low & 255]
}
