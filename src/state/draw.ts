import { customRandom } from "nanoid"
import type { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus"

/** The world's random stream: everything that is left to chance is drawn from it, so a seed gives the same world again. */
export type RandomStream = ReturnType<typeof xoroshiro128plusFromState>

const HEX = "0123456789abcdef"
const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const ID_LENGTH = 24
const DIGITS = Array.from(HEX, (digit) => digit.charCodeAt(0))
/** Where the digits of an ID come together: read out at once, so one place does for all. */
const digits: number[] = Array(ID_LENGTH).fill(0)

/**
 * An internal ID: what nanoid makes of 24 hex digits, drawn without its parts. Every item draws three, and a text put together
 * of parts stays in parts, which every look-up pays for (performance.md, "ids").
 */
export function drawId(random: RandomStream): string {
  for (let at = ID_LENGTH - 1, word = 0; at >= 0; at -= 1, word >>>= 8) {
    if (at % 4 === 3) word = random.next()
    digits[at] = DIGITS[word & 0xf] as number
  }
  return String.fromCharCode(...digits)
}

/** A text of `[0-9A-Za-z]`. */
export function drawText(random: RandomStream, length: number): string {
  return customRandom(ALPHANUMERIC, length, (size) => drawBytes(random, size))()
}

function drawBytes(random: RandomStream, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  for (let at = 0, word = 0; at < size; at += 1, word >>>= 8) {
    if (at % 4 === 0) word = random.next()
    bytes[at] = word
  }
  return bytes
}
