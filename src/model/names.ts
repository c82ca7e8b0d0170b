import { invalidParams } from "./error.ts"

/** A name in English, Japanese or both (model.md section 1). */
export interface Names {
  /** Name in English. */
  readonly en?: string
  /** Name in Japanese. */
  readonly ja?: string
}

/** A name from a request: a string in the world's language, or a string for each language. */
export type NameInput =
  | string
  | {
      readonly en?: string | undefined
      readonly ja?: string | undefined
    }

export const LANGS = ["en", "ja"] as const

/** The languages in which names and mails can be written. */
export type Lang = (typeof LANGS)[number]

/** Returns the name in language `lang` or, if missing, in the other language. */
export const nameIn = (names: Names, lang: Lang): string => names[lang] ?? names[lang === "en" ? "ja" : "en"] ?? ""

/** Converts a name from a request to names by language. A string becomes the name in `lang`. Blank names of an object are dropped. */
export const toNames = (name: NameInput, lang: Lang): Names =>
  typeof name === "string" ? { [lang]: name } : Object.fromEntries(nonBlankNames(name))

const nonBlankNames = (name: Exclude<NameInput, string>) =>
  Object.entries(name).filter(([, text]) => text !== undefined && text.trim() !== "")

/**
 * Sets the given names. A blank or absent language keeps its name. Throws if no name is given. Sending back the names of a response changes
 * nothing, although responses fill a missing language with the other language's name.
 */
export function changeNames(present: Names, given: NameInput, lang: Lang): Names {
  const { en, ja }: Exclude<NameInput, string> = typeof given === "string" ? { [lang]: given } : given
  const halves = nonBlankNames({ en, ja })
  if (halves.length === 0) throw invalidParams("name must not be empty")
  if (halves.every(([half, text]) => text === nameIn(present, half as Lang))) return present
  return { ...present, ...Object.fromEntries(halves) }
}
