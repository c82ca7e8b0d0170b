/** A name in one or both languages of the service (model.md section 1). */
export interface Names {
  readonly en?: string
  readonly ja?: string
}

/** A language that names are written in. */
export type Lang = "en" | "ja"

/** The half named by the world's setting `lang`, falling back to the other. */
export const nameIn = (names: Names, lang: Lang): string => names[lang] ?? names[lang === "en" ? "ja" : "en"] ?? ""

/** A plain text is a name in the given language; an object is taken as it is. */
export const toNames = (name: string | Names, lang: Lang): Names => (typeof name === "string" ? { [lang]: name } : name)
