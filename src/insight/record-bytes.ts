/** Estimated memory of a record's places in its table and in the indexes, in bytes. */
const PLACES_BYTES = 400

/** Estimates the memory that a record uses, in bytes. */
export const recordBytes = (record: object): number => PLACES_BYTES + valueBytes(record)

/** A character that makes a text take two bytes per character. */
const WIDE = /[^\0-\xff]/

function valueBytes(value: unknown): number {
  if (typeof value === "string") return 24 + (WIDE.test(value) ? 2 : 1) * value.length
  if (typeof value !== "object" || value === null) return 8
  let bytes = 32
  if (Array.isArray(value)) for (const element of value) bytes += valueBytes(element)
  else for (const key in value) bytes += 8 + valueBytes((value as Record<string, unknown>)[key])
  return bytes
}
