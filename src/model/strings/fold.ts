/** Matches full-width ASCII and half-width kana, including a kana's voicing mark. */
const OTHER_WIDTH = /[\uff66-\uff9d][\uff9e\uff9f]|[\u3000\uff01-\uff9f\uffe0-\uffee]/g

/** Matches a character that `OTHER_WIDTH` may match. Texts without one are not replaced, because a replacement without a match takes long. */
const MAY_FOLD = /[\u3000\uff01-\uffee]/

const usualWidth = (character: string): string => character.normalize("NFKC")

/** Converts ASCII to half width and kana to full width. Hiragana and katakana remain distinct. */
export const foldWidth = (text: string): string =>
  MAY_FOLD.test(text) ? text.replaceAll(OTHER_WIDTH, usualWidth) : text

/** Folds the width of a regular expression's characters. Escapes characters that thereby become ASCII metacharacters. */
export const foldPatternWidth = (pattern: string): string =>
  pattern.replaceAll(OTHER_WIDTH, (character) => usualWidth(character).replaceAll(/[\\^$.*+?()[\]{}|-]/g, "\\$&"))

/** Returns the index in `text` of each character of `foldWidth(text)`, followed by the length of `text`. */
export function placesBeforeFolding(text: string): readonly number[] {
  const places: number[] = []
  let from = 0
  const copy = (to: number): void => {
    for (let at = from; at < to; at += 1) places.push(at)
  }
  for (const { 0: character, index } of text.matchAll(OTHER_WIDTH)) {
    copy(index)
    for (const _ of usualWidth(character)) places.push(index)
    from = index + character.length
  }
  copy(text.length)
  places.push(text.length)
  return places
}

/** Folds case without changing the length, so that positions in the result are positions in `text`. */
export const foldCase = (text: string): string => text.replaceAll("İ", "i").toLowerCase().replaceAll("ς", "σ")

/** Folds case and width, for searches that ignore both. */
export const foldText = (text: string): string => foldCase(foldWidth(text))
