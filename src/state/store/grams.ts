/** A Bloom filter of a text's substrings of one to three characters. Searches use it to skip texts that can't match. */
export type Grams = Uint32Array

/** Bits of the filter per character of text. Because substrings repeat, about one bit in six is set. */
const BITS_A_CHARACTER = 4
const LEAST_BITS = 256
const MAX_BITS = 1 << 20

const hashOfOne = (only: number): number => Math.imul(only ^ 0x27d4eb2f, 0x165667b1)

const hashOfTwo = (first: number, second: number): number =>
  Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b)

const hashOfThree = (ofTwo: number, third: number): number => Math.imul(ofTwo ^ third, 0xc2b2ae35)

export function gramsOf(text: string): Grams {
  let bits = LEAST_BITS
  while (bits < text.length * BITS_A_CHARACTER && bits < MAX_BITS) bits *= 2
  const grams = new Uint32Array(bits / 32)
  let before = 0
  let ofTwo = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    set(grams, hashOfOne(character))
    if (at > 1) set(grams, hashOfThree(ofTwo, character))
    if (at > 0) {
      ofTwo = hashOfTwo(before, character)
      set(grams, ofTwo)
    }
    before = character
  }
  return grams
}

/** Returns the hashes of a text's substrings of three characters, or of the whole text if it is shorter. */
export function runsOf(text: string): readonly number[] {
  const runs = Array.from({ length: Math.max(text.length - 2, 1) }, (_, at) => {
    const first = text.charCodeAt(at)
    if (text.length === 1) return hashOfOne(first)
    const ofTwo = hashOfTwo(first, text.charCodeAt(at + 1))
    return text.length === 2 ? ofTwo : hashOfThree(ofTwo, text.charCodeAt(at + 2))
  })
  return [...new Set(runs)]
}

/** Returns false if the text of `grams` certainly lacks one of the substrings in `runs`, and true if it may contain all of them. */
export const mayHold = (grams: Grams, runs: readonly number[]): boolean => runs.every((hash) => isSet(grams, hash))

/** Sets the bit of a hash. Uses the hash's upper bits, because multiplication mixes them best. */
function set(grams: Grams, hash: number): void {
  const bit = (hash >>> 11) & (grams.length * 32 - 1)
  grams[bit >>> 5] = (grams[bit >>> 5] as number) | (1 << (bit & 31))
}

function isSet(grams: Grams, hash: number): boolean {
  const bit = (hash >>> 11) & (grams.length * 32 - 1)
  return ((grams[bit >>> 5] as number) & (1 << (bit & 31))) !== 0
}
