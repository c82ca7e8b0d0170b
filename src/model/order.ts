/** Orders sort keys ascending: empties first, numbers by value, texts by code point. */
export function compareSortKeys(left: string | number | null, right: string | number | null): number {
  if (left === right) return 0
  if (left === null) return -1
  if (right === null) return 1
  if (typeof left === "number" && typeof right === "number") return left - right
  return byCodePoint(String(left), String(right))
}

/** Moves surrogates above the rest of the basic plane, so that code units order as code points do. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)

function byCodePoint(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at += 1) {
    const difference = rank(left.charCodeAt(at)) - rank(right.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
