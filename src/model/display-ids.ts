import { invalidParams } from "./error.ts"

/** Kind of the record that has a display ID. The IDs of fields, options and statuses may contain single blanks (model.md section 1). */
export type DisplayIdForm = "plain" | "spaced"

const MAX_CODE_POINTS = 255

/** Characters of display IDs in Unicode's form NFC, for a character class of a regular expression with the flag `u`. */
const LETTERS = String.raw`\p{L}\p{M}\p{Nd}_-`

const ALLOWED_CHARACTER = new RegExp(`[${LETTERS}]`, "u")

const MARK = /\p{M}/u

const ASCII = /^[\0-\x7F]*$/

/** Returns a display ID in NFC, the form in which display IDs are stored and compared (model.md section 1). */
export const inNfc = (displayId: string): string => (ASCII.test(displayId) ? displayId : displayId.normalize())

/** Returns why a text in NFC is not a display ID, with the character and its place. Returns undefined for a display ID. */
export function displayIdFault(text: string, form: DisplayIdForm): string | undefined {
  const fault = faultIn(text, form)
  if (fault === undefined) return undefined
  const expected = form === "spaced" ? "letters, digits, -, _ or single blanks inside" : "letters, digits, - or _"
  const length = [...text].length
  const received =
    length <= MAX_CODE_POINTS
      ? JSON.stringify(text)
      : `${JSON.stringify([...text].slice(0, 20).join(""))}… (${length} characters)`
  return `expected 1 to ${MAX_CODE_POINTS} ${expected}, received ${received}${fault}`
}

/** Returns the reason as the end of a message, `""` if the text's length is the reason, or undefined if there is none. */
function faultIn(text: string, form: DisplayIdForm): string | undefined {
  const characters = [...text]
  if (characters.length === 0 || characters.length > MAX_CODE_POINTS) return ""
  if (text === "__proto__") return ", which is reserved"
  const at = characters.findIndex((character, index) => !mayStandAt(characters, index, character, form))
  const character = characters[at]
  if (character === undefined) return undefined
  const place = `character ${at + 1}, ${nameOf(character)}`
  if (character === " " && form === "spaced") return `: ${place}, is at an end or next to another blank or a hyphen`
  return at === 0 && MARK.test(character) ? `: ${place}, is a mark without a letter` : `: ${place}, is not allowed`
}

function mayStandAt(characters: readonly string[], at: number, character: string, form: DisplayIdForm): boolean {
  if (character !== " ") return ALLOWED_CHARACTER.test(character) && !(at === 0 && MARK.test(character))
  return form === "spaced" && isSolid(characters[at - 1]) && isSolid(characters[at + 1])
}

/** Returns whether a character next to a blank exists and is neither a blank nor a hyphen. */
const isSolid = (character: string | undefined): boolean =>
  character !== undefined && character !== " " && character !== "-"

/** Returns the character with its code point. The character itself is omitted if it is invisible. */
function nameOf(character: string): string {
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `${character} (U+${point})` : `U+${point}`
}

/** Returns a new display ID in NFC. Throws INVALID_PARAMS if it is malformed. `what` names the parameter in the message. */
export function requireDisplayId(text: string, form: DisplayIdForm, what = "display_id"): string {
  const displayId = inNfc(text)
  const fault = displayIdFault(displayId, form)
  if (fault !== undefined) throw invalidParams(`${what}: ${fault}`)
  return displayId
}

/** Finds a record by its display ID, given in any form of Unicode. */
export function findByDisplayId<T extends { readonly displayId: string }>(
  all: readonly T[],
  reference: string,
): T | undefined {
  const wanted = inNfc(reference)
  return all.find(({ displayId }) => displayId === wanted)
}

/** Finds a record by internal ID, then by display ID (api.md section 0, "Resolution"). */
export const findByEitherId = <T extends { readonly displayId: string }>(
  all: readonly T[],
  idOf: (one: T) => string,
  reference: string,
): T | undefined => all.find((one) => idOf(one) === reference) ?? findByDisplayId(all, reference)

/** Looks up a reference in a map whose keys include display IDs in NFC. */
export function findNamed<T>(among: ReadonlyMap<string, T>, reference: string): T | undefined {
  const found = among.get(reference)
  if (found !== undefined) return found
  const displayId = inNfc(reference)
  return displayId === reference ? undefined : among.get(displayId)
}
