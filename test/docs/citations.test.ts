import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { linksOf } from "./blocks.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8")

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path) && !path.includes("node_modules"))
    .map((path) => join(folder, path))

const SOURCES = ["src", "emulator", "test", "bench", "scripts", "site/pages"]
  .flatMap((folder) => filesIn(folder, /\.(?:ts|mts|js|mjs)$/))
  .filter((path) => path !== "test/docs/citations.test.ts")

const PAGES = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "STYLE.md",
  "bench/README.md",
  "test/safety/README.md",
].filter((page) => existsSync(join(ROOT, page)))
PAGES.push(...filesIn("docs", /\.md$/))

/** A page named without a folder is in the reference, else in `docs`, else beside the README. */
const pageOf = (name: string): string | undefined =>
  [`docs/reference/${name}`, `docs/${name}`, name].find((path) => existsSync(join(ROOT, path)))

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[`*"†]/g, "")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "")

interface Page {
  readonly anchors: ReadonlySet<string>
  /** What a citation may name: anchors, headings, bold words that begin a line and first cells of tables, as slugs. */
  readonly names: ReadonlySet<string>
}

const pages = new Map<string, Page>()

function open(path: string): Page {
  const known = pages.get(path)
  if (known !== undefined) return known
  const text = read(path)
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found.replace(/<[^>]*>/g, ""))
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id)
  const headings = all(/^#+ (.+)$/gm).map(slugOf)
  const named = [...all(/^(?:- )?(?:<a [^>]*><\/a>)?\*\*([^*\n]+)\*\*/gm), ...all(/^\| ([^|]+) \|/gm)].map(slugOf)
  const page = { anchors: new Set([...ids, ...headings]), names: new Set([...ids.map(slugOf), ...headings, ...named]) }
  pages.set(path, page)
  return page
}

/** The numbers of `6`, `2.1 and 3`, `1, 2 and 4`; of `4 to 6` those between as well. */
function sectionsOf(list: string): string[] {
  const [, from, to] = /^(\d+) to (\d+)$/.exec(list) ?? []
  if (from === undefined || to === undefined) return list.split(/, | and | to /)
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => String(Number(from) + index))
}

const NUMBER = String.raw`\d+(?:\.\d+)?`
const SECTIONS = `sections? (${NUMBER}(?:(?:, | and | to )${NUMBER})*)`
const QUOTED_NAME = String.raw`"([^"\n]+)"|\x60([^\x60]+)\x60|([A-Z]\w*)`
/** `model.md section 5.2`, `api.md sections 6 and 18`, `control.md section 3, "faults"`, `errors.md E2`, `fixtures.md, UserRef`. */
const CITATION = new RegExp(
  String.raw`(?<![\w./-])([A-Za-z-]+\.md)\b(?: ${SECTIONS})?(?:,? (?:${QUOTED_NAME})(?![\w-]*\.md))?`,
  "g",
)

/** The text of a source with comments that run over several lines put on one. */
const unwrap = (text: string): string => text.replace(/\n\s*(?:\*|\/\/) ?/g, " ")

function mistakesIn(text: string): string[] {
  const mistakes: string[] = []
  for (const [cited, name = "", list, quoted, ticked, word] of unwrap(text).matchAll(CITATION)) {
    const path = pageOf(name)
    if (path === undefined) {
      mistakes.push(`no page: ${cited}`)
      continue
    }
    const { anchors, names } = open(path)
    for (const section of list === undefined ? [] : sectionsOf(list)) {
      if (!anchors.has(`section-${section.replace(".", "-")}`)) mistakes.push(`no section ${section}: ${cited}`)
    }
    // An unquoted word counts as the name of a part only if it begins with a capital letter and follows a comma, or is an error body like E2.
    const named = quoted ?? ticked ?? (/, [A-Z]\w*$|\.md E\d$/.test(cited) ? word : undefined)
    if (named !== undefined && !names.has(slugOf(named))) mistakes.push(`nothing of that name: ${cited}`)
  }
  return mistakes
}

const byFile = (files: readonly string[], find: (text: string, file: string) => string[]): string[] =>
  files.flatMap((file) => find(read(file), file).map((mistake) => `${file}: ${mistake}`))

describe("citations in the code", () => {
  test("name pages, sections and names that are there", () => {
    expect(byFile(SOURCES, mistakesIn)).toEqual([])
  })

  test("lead to nothing outside the repository", () => {
    const ELSEWHERE =
      /\b(?:design|seed|decisions?|spec|persistence|dashboard)(?:\.md)? (?:section|point|page|§)|§ ?\d|\bspec\//gi
    expect(byFile(SOURCES, (text) => unwrap(text).match(ELSEWHERE) ?? [])).toEqual([])
  })

  test("are found, and found to be wrong", () => {
    const wrong = [
      "api.md section 99",
      "model.md sections 1 and 5.99",
      "nowhere.md",
      "errors.md E9",
      'model.md, "Nothing"',
    ]
    expect(wrong.map((cited) => mistakesIn(`/** Why (${cited}). */`).length)).toEqual([1, 1, 1, 1, 1])
    expect(mistakesIn("/**\n * Checks (model.md\n * section 5.6, api.md sections 6 to 8; errors.md E2). */")).toEqual(
      [],
    )
  })
})

describe("links between pages", () => {
  test("lead to files and anchors that are there", () => {
    const broken = byFile(PAGES, (text, file) =>
      linksOf(text).flatMap(({ link, path, anchor }) => {
        const target = path === "" ? file : join(dirname(file), path)
        if (!existsSync(join(ROOT, target))) return [`no file: ${link}`]
        if (anchor === undefined || !target.endsWith(".md") || open(target).anchors.has(anchor)) return []
        return [`no anchor: ${link}`]
      }),
    )
    expect(broken).toEqual([])
  })

  test("no anchor stands twice on a page", () => {
    const twice = byFile(PAGES, (text) => {
      const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id)
      return ids.filter((id, index) => ids.indexOf(id) !== index)
    })
    expect(twice).toEqual([])
  })
})
