const POLYNOMIAL = 0xedb88320

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0)
  return crc
})

/** Returns the CRC-32 of bytes, as PNG and ZIP use it. `previous` is the CRC-32 of the bytes before them. */
export function crc32(bytes: Iterable<number>, previous = 0): number {
  let crc = ~previous
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] as number)
  return ~crc >>> 0
}
