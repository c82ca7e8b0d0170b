import { dirname, join, relative } from "node:path/posix"
import { describe, expect, test } from "vitest"
import { parse } from "yaml"
import { createWorld } from "../../src/world/index.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"
import { linksOf, PAGES, textOf } from "./blocks.ts"

/** Japanese pages that translate no page as a whole. */
const OWN_PAGES = new Set(["docs/ja/index.md", "docs/ja/japanese-texts.md"])

/** Japanese pages with the English pages that they translate. */
const TRANSLATIONS = PAGES.filter((page) => page.startsWith("docs/ja/") && !OWN_PAGES.has(page)).map(
  (page) => [page, page.replace("docs/ja/", "docs/")] as const,
)

const CODE_BLOCK = /^```([\s\S]*?)^```/gm

const withoutCode = (text: string): string => text.replaceAll(CODE_BLOCK, "")

/** Code blocks without the parts for readers, which may be translated: comments and names of tests. */
const codeOf = (text: string): string[] =>
  [...text.matchAll(CODE_BLOCK)].map(([, block = ""]) =>
    block.replaceAll(/ +(?:#|\/\/) .*$/gm, "").replaceAll(/^test\("[^"]*"/gm, "test("),
  )

/** The levels of the headings, with the numbers that they start with. */
const headingsOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/^#+ (?:\d+\.)?/gm)].map(([heading]) => heading)

/** The number of elements of each list and of rows of each table, in order. */
const listsOf = (text: string): number[] =>
  [...withoutCode(text).matchAll(/(?:^(?:\||- ).*\n(?:^(?!\||- |#|$).*\n)*)+/gm)].map(
    ([list]) => list.match(/^(?:\||- )/gm)?.length ?? 0,
  )

/** The pages to which a page links, as paths of English pages from the root. */
const targetsOf = (page: string): string[] => [
  ...new Set(
    linksOf(withoutCode(textOf(page)))
      .filter(({ path }) => path !== "")
      .map(({ path }) => join(dirname(page), path).replace("docs/ja/", "docs/")),
  ),
]

describe.each(TRANSLATIONS)("%s", (japanese, english) => {
  const advice = `${english} changed; make the same change in ${japanese}`
  const [text, original] = [textOf(japanese), textOf(english)]

  test("has the code of the English page", () => {
    expect(codeOf(text), `${advice} (only comments and names of tests may differ)`).toEqual(codeOf(original))
  })

  test("has the sections, lists and tables of the English page", () => {
    expect(headingsOf(text), advice).toEqual(headingsOf(original))
    expect(listsOf(text), advice).toEqual(listsOf(original))
  })

  test("links to the English page in the introduction, and the English page links back", () => {
    const introduction = (page: string) => page.split(/^## /m)[0] ?? ""
    const from = (page: string, other: string) => relative(dirname(page), other)
    expect(introduction(text)).toContain(`[English](${from(japanese, english)})`)
    expect(introduction(original)).toContain(`[日本語](${from(english, japanese)})`)
  })
})

// The first ten minutes have other links to follow in each language.
test.each(TRANSLATIONS.filter(([page]) => !page.endsWith("first-ten-minutes.md")))(
  "%s links to the pages to which the English page links",
  (japanese, english) => {
    expect(new Set(targetsOf(japanese))).toEqual(new Set(targetsOf(english)))
  },
)

test.each(PAGES.filter((page) => page.startsWith("docs/ja/")))("%s links to translated pages in Japanese", (page) => {
  const translated = new Map(TRANSLATIONS.map(([japanese, english]) => [english, japanese]))
  const prose = withoutCode(textOf(page)).replaceAll(/\[English\]\([^)]*\)/g, "")
  const english = linksOf(prose)
    .map(({ path }) => join(dirname(page), path))
    .filter((target) => translated.has(target))
  expect(english).toEqual([])
})

test("the Japanese index lists every Japanese page, and the English index leads to it", () => {
  const listed = new Set(targetsOf("docs/ja/index.md"))
  const missing = PAGES.filter((page) => page.startsWith("docs/ja/") && page !== "docs/ja/index.md").filter(
    (page) => !listed.has(page.replace("docs/ja/", "docs/")),
  )
  expect(missing).toEqual([])
  expect(textOf("docs/index.md")).toContain("(ja/index.md)")
})

test("the fixture with names in two languages loads as it is written", async () => {
  const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(textOf("docs/ja/japanese-texts.md")) ?? []
  const fixture = fixtureOf({ datastores: {}, application: parse(yaml) })
  const namesIn = async (lang: "en" | "ja") => {
    const ada = (await createWorld({ fixture: { ...fixture, settings: { lang } } })).as("ada@acme.test")
    const { datastores } = await ada.getDatastores({ application: "APP" })
    const { statuses } = await ada.getStatuses({ application: "APP", datastore: "Orders" })
    return [datastores[0]?.name, statuses[0]?.name]
  }
  expect(await namesIn("en")).toEqual(["Orders", "Open"])
  expect(await namesIn("ja")).toEqual(["受注", "受付済み"])
})

test("a changed command is found", () => {
  const page = "# A\n\n```sh\nnpx hexarium start # begins\n```\n"
  expect(codeOf(page)).toEqual(codeOf(page.replace("begins", "開始")))
  expect(codeOf(page)).not.toEqual(codeOf(page.replace("start", "exec")))
  expect(listsOf("| a |\n|---|\n| b |\n\n- one\n  more\n- two\n")).toEqual([3, 2])
})
