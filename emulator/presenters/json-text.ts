import type { Lang } from "../../src/index.ts"

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
