import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** Replaces the address in a reference to a user; u_ids, `IMPORT` and `BOT` stay. */
export const hiddenReference = (reference: string): string =>
  reference.includes("@") ? hiddenEmail(reference) : reference

export const hiddenEmail = (email: string): string =>
  `user-${bytesToHex(digest(email.toLowerCase())).slice(0, 12)}@example.test`

/** Keeps the ending, which says the kind of file. */
export function hiddenFileName(name: string): string {
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? ""
  return hiddenText(name.slice(0, name.length - ending.length)) + ending
}

const digest = (text: string): Uint8Array => sha256(utf8ToBytes(text))

/** Alphabets that stay: a letter is replaced with another letter of its alphabet, and a digit by another digit. */
const ALPHABETS: readonly (readonly [first: number, size: number])[] = [
  [0x30, 10],
  [0x41, 26],
  [0x61, 26],
  [0x3042, 80],
  [0x30a2, 80],
  [0x4e00, 20_000],
  [0xac00, 11_000],
]
const OTHER_LETTERS = /\p{L}/u

/** Replaces each letter and digit with another one. Length, blanks and punctuation stay. */
export function hiddenText(text: string): string {
  const seed = digest(text)
  let at = 0
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0
      const shift = seed[at % seed.length] ?? 0
      at += 1
      const alphabet = ALPHABETS.find(([first, size]) => code >= first && code < first + size)
      if (alphabet !== undefined) {
        const [first, size] = alphabet
        // A shift of 1 to size - 1, so that no character stays.
        return String.fromCodePoint(first + ((code - first + 1 + (shift % (size - 1))) % size))
      }
      return OTHER_LETTERS.test(character) ? String.fromCodePoint(0x61 + (shift % 26)) : character
    })
    .join("")
}

/** Replaces the bytes of a file. The size stays. */
export function hiddenBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const seed = sha256(bytes)
  return Uint8Array.from({ length: bytes.length }, (_, at) => seed[at % seed.length] ?? 0)
}
