import type { Lang } from "../../src/inside.ts"

/** JSON that is already written, for answers of which most is the same each time. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * A text that depends on a record and a language only, written once: records never change. The answer gives the texts of one
 * language.
 */
export function writtenOnce<R extends object, T>(
  write: (record: R, lang: Lang) => T,
): (lang: Lang) => (record: R) => T {
  const byLang = new Map<Lang, (record: R) => T>()
  return (lang) => {
    const known = byLang.get(lang)
    if (known !== undefined) return known
    const written = new WeakMap<R, T>()
    const read = (record: R): T => {
      const text = written.get(record)
      if (text !== undefined) return text
      const fresh = write(record, lang)
      written.set(record, fresh)
      return fresh
    }
    byLang.set(lang, read)
    return read
  }
}

/** An object of members that may be written already; undefined ones are left out. */
export function writeObject(members: Readonly<Record<string, unknown>>): JsonText {
  let text = ""
  for (const name of Object.keys(members)) {
    const value = members[name]
    if (value === undefined) continue
    const json = value instanceof JsonText ? value.text : JSON.stringify(value)
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${json}`
  }
  return new JsonText(`{${text}}`)
}
