import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** README and the pages of `docs/`, by their paths from the root. */
export const PAGES: readonly string[] = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .sort()
    .map((path) => join("docs", path)),
]

/** A block of code on a page. */
export interface Block {
  /** Page and line, as editors find them. */
  readonly at: string
  readonly page: string
  readonly lang: string
  readonly code: string
  /** `<!-- runs -->` stands above it: it is run as it stands, not only checked. */
  readonly isRun: boolean
}

export const textOf = (page: string): string => readFileSync(join(ROOT, page), "utf8")

/** The blocks of all pages in one of the languages. */
export const blocksOf = (...langs: readonly string[]): Block[] =>
  PAGES.flatMap((page) => {
    const text = textOf(page)
    return [...text.matchAll(/(<!-- runs -->\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(
      ([whole, marked, lang = "", code = ""]) => {
        const line = text.slice(0, text.indexOf(whole)).split("\n").length + (marked === undefined ? 0 : 2)
        return langs.includes(lang) ? [{ at: `${page}:${line}`, page, lang, code, isRun: marked !== undefined }] : []
      },
    )
  })
