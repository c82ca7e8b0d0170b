import { invalidParams } from "./error.ts"

/** A name in one or both languages of the service (model.md section 1). */
export interface Names {
  /** In English. */
  readonly en?: string
  /** In Japanese. */
  readonly ja?: string
}

/** A name as a request gives it: a text in the world's language, or halves. */
export type NameInput =
  | string
  | {
      /** In English. */
      readonly en?: string | undefined
      /** In Japanese. */
      readonly ja?: string | undefined
    }

/** A language that names are written in. */
export type Lang = "en" | "ja"

/** The half named by the world's setting `lang`, falling back to the other. */
export const nameIn = (names: Names, lang: Lang): string => names[lang] ?? names[lang === "en" ? "ja" : "en"] ?? ""

/** A plain text is a name in the given language; an object is taken as it is. */
export const toNames = (name: string | Names, lang: Lang): Names => (typeof name === "string" ? { [lang]: name } : name)

/**
 * A name with the halves that a request gives; a half that is absent or blank stays. Refuses a name that says nothing. One that is
 * sent back as it was answered is no change, although answers show a half that is missing as the other.
 */
export function changeNames(present: Names, given: NameInput, lang: Lang): Names {
  const { en, ja }: Exclude<NameInput, string> = typeof given === "string" ? { [lang]: given } : given
  const halves = Object.entries({ en, ja }).filter(([, text]) => text !== undefined && text.trim() !== "")
  if (halves.length === 0) throw invalidParams("name must not be empty")
  if (halves.every(([half, text]) => text === nameIn(present, half as Lang))) return present
  return { ...present, ...Object.fromEntries(halves) }
}
