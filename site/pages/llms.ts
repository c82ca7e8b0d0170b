import { contentsOf, type Entry, pagesOf } from "./contents.ts"
import { descriptionOf, type Page, titleOf } from "./page.ts"

const INTRODUCTION = `# Hexarium

> A local emulator of a workspace-based SaaS data platform, the public Hexabase REST API (/api/v0), and the engine inside it, to be
> embedded in tests. Everything lives in memory; a world is one immutable value that is forked, reset and moved in time.`

/** Creates `llms.txt`, which lists the pages with a description of each, and `llms-full.txt`, which contains their text. */
export function llmsTexts(pages: readonly Page[]): Readonly<Record<string, string>> {
  const texts = new Map(pages.map(({ path, text }) => [path, text]))
  const lineOf = (path: string): string => {
    const text = texts.get(path) ?? ""
    return `- [${titleOf(text)}](${path.replace(/\.md$/, ".html")}): ${firstSentence(descriptionOf(text))}`
  }
  const contents = contentsOf([...texts.keys()])
  const listed = contents.map((group) => [`## ${group.text}`, "", ...pagesOf([group]).map(lineOf)].join("\n"))
  const full = pagesOf(contents).map((path) => `<!-- ${path} -->\n\n${texts.get(path) ?? ""}`)
  return {
    "llms.txt": `${[INTRODUCTION, ...listed].join("\n\n")}\n`,
    "llms-full.txt": `${[INTRODUCTION, ...full].join("\n\n")}\n`,
  }
}

const firstSentence = (text: string): string =>
  (/^.{20,}?(?:[.:](?= |$)|。)/.exec(text)?.[0] ?? text).replace(/:$/, ".")

/** Adds the titles of pages to entries that don't name them otherwise. */
export function contentsWithTitles(pages: readonly Page[]): Entry[] {
  const titles = new Map(pages.map(({ path, text }) => [path, titleOf(text)]))
  const named = (entries: readonly Entry[]): Entry[] =>
    entries.map(({ text, page, entries: below, ...rest }) => ({
      text: text ?? titles.get(page ?? "") ?? page ?? "",
      ...(page === undefined ? {} : { page }),
      ...(below === undefined ? {} : { entries: named(below) }),
      ...rest,
    }))
  return named(contentsOf([...titles.keys()]))
}
