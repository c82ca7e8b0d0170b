import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** Paths from the root of README and the pages in `docs/`. */
export const PAGES: readonly string[] = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .sort()
    .map((path) => join("docs", path)),
]

export interface Block {
  /** Page and line, in the form that editors recognise. */
  readonly at: string
  readonly page: string
  readonly lang: string
  readonly code: string
  /** Set if `<!-- runs -->` is above the block. The block is then also executed. */
  readonly isRun: boolean
}

export const textOf = (page: string): string => readFileSync(join(ROOT, page), "utf8")

/** All pages' blocks in the given languages. */
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

/** Files that a page asks its readers to save, by name. `<!-- file: NAME -->` is above such a block. */
export const filesOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    [...textOf(page).matchAll(/<!-- file: (\S+) -->\n\n```\w+\n([\s\S]*?)^```$/gm)].map(
      ([, name = "", text = ""]) => [name, text] as const,
    ),
  )

/** Links of a page to files, without those that only the site shows. `path` is empty for a link within the page. */
export const linksOf = (text: string): { link: string; path: string; anchor: string | undefined }[] =>
  [...text.replaceAll(/<!-- site: [\s\S]*? -->/g, "").matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([link, path = "", anchor]) => ({ link, path, anchor }),
  )
