import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { blocksIn } from "../../scripts/page-blocks.mjs"

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
  /** Set if `<!-- runs: in a clone -->` is above the block. `test/docs/walk-pages.mjs` executes all blocks of the page from there on. */
  readonly isWalk: boolean
  /** The message of the test's failure, if `<!-- fails: MESSAGE -->` is above the block. */
  readonly failure: string | undefined
}

export const textOf = (page: string): string => readFileSync(join(ROOT, page), "utf8")

/** All pages' blocks in the given languages. */
export const blocksOf = (...langs: readonly string[]): Block[] =>
  PAGES.flatMap((page) =>
    blocksIn(textOf(page))
      .filter(({ lang }) => langs.includes(lang))
      .map(({ mark, detail, lang, code, line }) => ({
        at: `${page}:${line}`,
        page,
        lang,
        code,
        isRun: mark === "runs",
        isWalk: mark === "runs" && detail !== undefined,
        failure: mark === "fails" ? detail : undefined,
      })),
  )

const EXAMPLE = /^ *\* @example\n([\s\S]*?)^ *\*\//gm

/** The examples in doc comments of the sources, as blocks of their file. */
export const sourceExamples = (): Block[] =>
  ["src", "emulator"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => join(folder, path))
      .flatMap((page) => {
        const text = textOf(page)
        return [...text.matchAll(EXAMPLE)].flatMap(({ 1: example = "", index }) =>
          blocksIn(example.replaceAll(/^ *\* ?/gm, "")).map(({ lang, code, line }) => ({
            at: `${page}:${text.slice(0, index).split("\n").length + line}`,
            ...{ page, lang, code, isRun: false, isWalk: false, failure: undefined },
          })),
        )
      }),
  )

/** Files that a page asks its readers to save, by name. `<!-- file: NAME -->` is above such a block. */
export const filesOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    blocksIn(textOf(page)).flatMap(({ mark, detail = "", code }) => (mark === "file" ? [[detail, code] as const] : [])),
  )

/** Links of a page to files, without those that only the site shows. `path` is empty for a link within the page. */
export const linksOf = (text: string): { link: string; path: string; anchor: string | undefined }[] =>
  [...text.replaceAll(/<!-- site: [\s\S]*? -->/g, "").matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([link, path = "", anchor]) => ({ link, path, anchor }),
  )
