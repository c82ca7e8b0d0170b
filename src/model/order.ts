export const byOrdinal = (left: { readonly ordinal: number }, right: { readonly ordinal: number }): number =>
  left.ordinal - right.ordinal

/** Compares strings by code unit, so that the order is the same on every machine. */
export const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** Returns the key that texts are sorted by: their order ignores case. */
export const textSortKey = (text: string): string => text.toLowerCase()

/** Compares two values for ascending order: null first, then numbers by value and strings by code point. */
export function compareSortKeys(left: string | number | null, right: string | number | null): number {
  if (left === right) return 0
  if (left === null) return -1
  if (right === null) return 1
  if (typeof left === "number" && typeof right === "number") return left - right
  return byCodePoint(String(left), String(right))
}

/** Returns a number for comparing code units. Surrogates rank highest, so that the result is the order of code points. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)

function byCodePoint(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at += 1) {
    const difference = rank(left.charCodeAt(at)) - rank(right.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
