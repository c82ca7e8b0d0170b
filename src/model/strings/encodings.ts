/** Beginnings of files that are no UTF-8 text, and the kind of such a file. */
const BEGINNINGS: readonly (readonly [bytes: readonly number[], kind: string])[] = [
  [[0xff, 0xfe], "UTF-16 text"],
  [[0xfe, 0xff], "UTF-16 text"],
  [[0x50, 0x4b, 0x03, 0x04], "a ZIP archive, such as an Excel workbook"],
  [[0x1f, 0x8b], "a gzip archive"],
  [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "a 7z archive"],
  [[0x52, 0x61, 0x72, 0x21], "a RAR archive"],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "an xz archive"],
  [[0x28, 0xb5, 0x2f, 0xfd], "a Zstandard archive"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF document"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an old Office document, such as an Excel workbook"],
  [[0x1b, 0x24], "ISO-2022-JP text"],
]

/** Two-byte characters of encodings, by the ranges of their bytes. The first encoding that fits all bytes above 0x7f is the likely one. */
const PAIRS: readonly (readonly [
  encoding: string,
  isFirst: (byte: number) => boolean,
  isSecond: (byte: number) => boolean,
])[] = [
  ["EUC-JP", (byte) => byte >= 0xa1 && byte <= 0xfe, (byte) => byte >= 0xa1 && byte <= 0xfe],
  [
    "Shift_JIS",
    (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc),
    (byte) => byte >= 0x40 && byte <= 0xfc && byte !== 0x7f,
  ],
]

const MAX_BYTES = 65_536

/** Returns the kind of a file by its first bytes, such as `a gzip archive`; undefined if they fit none. */
export const knownKind = (bytes: Uint8Array): string | undefined =>
  BEGINNINGS.find(([beginning]) => beginning.every((byte, at) => bytes[at] === byte))?.[1]

/** Returns what bytes that are not valid UTF-8 text probably are, such as `Shift_JIS text`. A guess by byte patterns. */
export function likelyKind(bytes: Uint8Array): string {
  const start = bytes.subarray(0, MAX_BYTES)
  const known = knownKind(start)
  if (known !== undefined) return known
  if (start.includes(0)) return hasAlternateZeros(start) ? "UTF-16 text" : "a binary file"
  return (
    PAIRS.find((pair) => isMadeOf(start, pair))?.[0].concat(" text") ?? "text in Windows-1252 or another 8-bit encoding"
  )
}

/** Whether bytes look like UTF-16 without a byte order mark: in texts with Latin letters or digits, every second byte is 0. */
function hasAlternateZeros(bytes: Uint8Array): boolean {
  const zeros: [even: number, odd: number] = [0, 0]
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1
  return Math.max(...zeros) > bytes.length / 8 && Math.min(...zeros) === 0
}

function isMadeOf(bytes: Uint8Array, [encoding, isFirst, isSecond]: (typeof PAIRS)[number]): boolean {
  let pairs = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    // Shift_JIS has katakana of one byte. In Latin texts, these bytes are letters between ASCII letters, and no pairs occur.
    if (encoding === "Shift_JIS" && byte >= 0xa1 && byte <= 0xdf) continue
    if (!isFirst(byte)) return false
    if (at + 1 === bytes.length) return pairs > 0
    if (!isSecond(bytes[at + 1] ?? 0)) return false
    // Letters with accents before ASCII letters look like Shift_JIS, but have no such first byte.
    if (encoding !== "Shift_JIS" || (byte <= 0x9f && (bytes[at + 1] ?? 0) >= 0x80)) pairs += 1
    at += 1
  }
  return pairs > 0
}

/** Message for bytes that are no UTF-8 text: the likely kind of the file, and what to do. */
export const notUtf8 = (bytes: Uint8Array): string =>
  `expected UTF-8 text, received probably ${likelyKind(bytes)}; save the file as UTF-8`
