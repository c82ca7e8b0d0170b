import { dirname, join } from "node:path/posix"
import { describe, expect, test } from "vitest"
import { operationOf, routesOf, rows } from "../../emulator/api/index.ts"
import { contentsOf, pagesOf } from "../../site/pages/contents.ts"
import { descriptionOf, titleOf } from "../../site/pages/page.ts"
import { SOURCE } from "../../site/pages/rewrite.ts"
import { llmsTexts, madePages, sitePages, writtenPages } from "../../site/pages/site.ts"
import { slugOf } from "../../site/pages/slug.ts"
import { statementsOf } from "../../site/pages/statements.ts"
import { DATA_TYPES } from "../../src/fields/index.ts"
import { codesOf, REFUSAL_STEPS } from "../../src/model/index.ts"

const DOCS = new URL("../../docs/", import.meta.url)
const pages = await sitePages(DOCS)
const texts = new Map(pages.map(({ path, text }) => [path, text]))
const listedPages = pagesOf(contentsOf([...texts.keys()]))

const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, "")

const anchorsOf = (text: string): Set<string> =>
  new Set([
    ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id),
    ...[...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      slugOf(heading.replaceAll(/<[^>]*>/g, "")),
    ),
  ])

describe("the pages of the site", () => {
  test("are those of its contents, each once", () => {
    expect([...listedPages, "index.md"].sort()).toEqual(pages.map(({ path }) => path).sort())
  })

  test("have a heading and say what they are about", () => {
    expect(
      pages.filter(({ text }) => titleOf(text) === "" || descriptionOf(text).length < 10).map(({ path }) => path),
    ).toEqual([])
  })

  test("link to pages and anchors that are there, made ones too", () => {
    const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]))
    const broken = pages.flatMap(({ path, text }) =>
      [...withoutCode(text).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([link, place = "", anchor]) => {
          const target = place === "" ? path : join(dirname(path), place)
          if (target.startsWith("pictures/")) return []
          const there = anchors.get(target)
          return there === undefined || (anchor !== undefined && !there.has(anchor)) ? [`${path}: ${link}`] : []
        },
      ),
    )
    expect(broken).toEqual([])
  })

  test("lead to the repository for what is no page", () => {
    const links = pages.flatMap(
      ({ text }) => text.match(/\]\((?:\.\.\/)+(?:src|emulator|examples|test)\/[^)]*\)/g) ?? [],
    )
    expect(links).toEqual([])
    expect(texts.get("property-testing.md")).toContain(`${SOURCE}examples/vitest/shop.yaml`)
  })

  test("take nothing from elsewhere", () => {
    expect(pages.flatMap(({ text }) => withoutCode(text).match(/!\[[^\]]*\]\(https?:[^)]*\)/g) ?? [])).toEqual([])
  })

  test("are in llms.txt with what they are about, and in llms-full.txt as they are", () => {
    const { "llms.txt": list = "", "llms-full.txt": full = "" } = llmsTexts(pages)
    for (const path of listedPages) {
      expect(list).toContain(`](${path.replace(/\.md$/, ".html")}): `)
      expect(full).toContain(texts.get(path) ?? path)
    }
    expect(list).toContain(
      "- [CreateItem](reference/operations/create-item.html): Creates an item and, on request, related items.",
    )
  })
})

describe("the page of an operation", () => {
  const made = new Map(pages.map(({ path, text }) => [titleOf(text), { path, text }]))

  test.each(rows.map(([name, row]) => [operationOf(name), row] as const))(
    "%s has path, answer, errors, example and rules",
    (name, row) => {
      const { text = "", path = "" } = made.get(name) ?? {}
      expect(path).toMatch(/^reference\/operations\//)
      const [, elsewhere = ""] = text.split(/^## Its other paths?$/m)
      for (const [at, { method, path: route }] of routesOf(row).entries()) {
        expect(text).toContain(`\`${method.toUpperCase()} /api/v0${route}\``)
        if (at === 0) continue
        const [, part = ""] = elsewhere.split(`### \`${method.toUpperCase()} /api/v0${route}\`\n`)
        const [own = ""] = part.split(/^### /m)
        for (const [, parameter = ""] of route.matchAll(/:([\w-]+)/g))
          expect(own).toContain(`| \`${parameter}\` | path |`)
        expect(own).toMatch(
          new RegExp(`^${method.toUpperCase()} /api/v0${route.replaceAll(/:[^/]+/g, "[^/:]+")}(?:\\?|$)`, "m"),
        )
        expect(own).toMatch(/response is the same as above|^Response 200:$/m)
      }
      for (const part of ["## Response", "## Errors", "## Example", "its rules"]) expect(text).toContain(part)
      for (const [, parameter = ""] of row.paths[0].matchAll(/:([\w-]+)/g)) expect(text).toContain(`| \`${parameter}`)
    },
  )

  test("describes every member of body and response, and the members within", () => {
    const { text = "" } = made.get("CreateItem") ?? {}
    expect(text).toContain("| `ensure_transaction` | boolean |  | True: a related entry that fails undoes everything.")
    expect(text).toContain("| `as_result.result` |")
    expect(text).toContain('"Title": "Print the labels"')
  })
})

describe("the page of data types", () => {
  const text = texts.get("reference/data-types.md") ?? ""
  const partOf = (type: string) => text.split(/^## /m).find((part) => part.startsWith(`${type}\n`)) ?? ""

  test.each(DATA_TYPES)("%s takes and returns the same as the engine", (type) => {
    expect(partOf(type)).toContain("**Accepted values**")
  })

  test("says what model.md section 5.2 says", () => {
    expect(partOf("number")).toContain('| `"5"` | `5` | `"5"` | `5` |')
    expect(partOf("number")).toContain("| `101` | expected at most 100 (INVALID_VALUE) |")
    expect(partOf("date")).toContain('| `"2026-02-09"` | `"2026-02-09T00:00:00Z"` |')
    expect(partOf("checkbox")).toContain('| `["blue","red"]` | `["blue","red"]` | `"Blue,Red"` |')
    expect(partOf("label")).toContain("a decoration field can't have a value (INVALID_VALUE)")
  })
})

test("every code of a refusal has a part that says what to do", () => {
  const codes = new Set(REFUSAL_STEPS.flatMap((step) => [...codesOf(step)]))
  const there = anchorsOf(texts.get("how-to/errors-and-what-to-do.md") ?? "")
  expect([...codes].filter((code) => !there.has(slugOf(code)))).toEqual([])
})

describe("the ledger", () => {
  test("distinguishes choices and rules of clients from documented rules", () => {
    const text = texts.get("reference/ledger/api.md") ?? ""
    expect(text).toMatch(/^\| comment · string · .* comment in the history of the creation \| choice \|$/m)
    expect(text).toMatch(/^\| return_item_result · boolean · false · if true, the response has `item` \| seed \|$/m)
    expect(text).toMatch(/ \| client \|$/m)
    expect(text).not.toMatch(/[†‡]/)
  })

  test("a mark behind a heading, a head or a column covers what is below", () => {
    const page = `<a id="section-1"></a>

## 1. One†

A rule.

## 2. Two

**Some**†. First:

- one thing
- another

A rule of its own. Another one†. A third.

| what | when† |
|---|---|
| this | then |
| that | |
`
    const found = statementsOf(page).map(({ heading, text, isChoice }) => [heading, text.replaceAll("†", ""), isChoice])
    expect(found).toEqual([
      ["1. One", "A rule.", true],
      ["2. Two", "**Some**. First:", true],
      ["2. Two", "one thing", true],
      ["2. Two", "another", true],
      ["2. Two", "A rule of its own.", false],
      ["2. Two", "Another one.", true],
      ["2. Two", "A third.", false],
      ["2. Two", "this · then", true],
      ["2. Two", "that", false],
    ])
  })
})

test("pages that are made stand beside none that is written", async () => {
  const written = new Set(writtenPages(DOCS).map(({ path }) => path))
  expect((await madePages(DOCS)).filter(({ path }) => written.has(path))).toEqual([])
})
