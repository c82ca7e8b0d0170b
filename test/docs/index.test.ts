import { join } from "node:path/posix"
import { expect, test } from "vitest"
import { linksOf, PAGES, textOf } from "./blocks.ts"

const INDEX = "docs/index.md"

test("the index lists every page once, but for Japanese pages and itself", () => {
  const listed = linksOf(textOf(INDEX)).map(({ path }) => join("docs", path))
  const pages = PAGES.filter((page) => page.startsWith("docs/") && !page.startsWith("docs/ja/") && page !== INDEX)
  expect(listed.filter((page) => !page.startsWith("docs/ja/")).sort()).toEqual(pages.sort())
})
