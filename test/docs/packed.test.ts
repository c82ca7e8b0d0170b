import { execFile } from "node:child_process"
import { dirname, join } from "node:path/posix"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { listTopics } from "../../emulator/cli/commands/docs/topics.ts"
import { linksOf, ROOT, textOf } from "./blocks.ts"

const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: ROOT })
const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
const packedFiles = new Set(files.map(({ path }) => path))
const pages = [...packedFiles].filter((path) => path.endsWith(".md"))

/** Links of the page that lead to nothing in the package. */
const brokenLinks = (page: string, text: string): string[] =>
  linksOf(text).flatMap(({ link, path }) =>
    path === "" || packedFiles.has(join(dirname(page), path)) ? [] : [`${page}: ${link}`],
  )

test("README, the changelog and every topic of hexarium docs are in the package", () => {
  const topics = listTopics().map(({ topic }) => `docs/${topic}.md`)
  expect(topics.length).toBeGreaterThan(40)
  expect(["README.md", "CHANGELOG.md", ...topics].filter((page) => !packedFiles.has(page))).toEqual([])
})

test("every link of a packed page leads to a packed file", () => {
  expect(pages.flatMap((page) => brokenLinks(page, textOf(page)))).toEqual([])
})

test("a link to another file of the repository is found", () => {
  const text = "[a](cli.md#exec), [b](../README.md), [c](../vitest.config.ts), [d](https://example.com/e.md)"
  expect(brokenLinks("docs/a.md", text)).toEqual(["docs/a.md: ](../vitest.config.ts)"])
})
