/**
 * Figures of the documents and of names: `npm run docs:figures`. `--why` also lists the words of each page, the names of
 * tests that count as fragments, and the file-level names that are unclear. `test/docs/figures.test.ts` compares the figures with their limits.
 */

import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path/posix"
import { fileURLToPath } from "node:url"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const INDEX = "docs/index.md"

/** Pages of more than 900 words. Pages that are added later must be shorter. */
const LONG_PAGES = [
  "docs/architecture.md",
  "docs/cli.md",
  "docs/dashboard.md",
  "docs/explanation/fidelity.md",
  "docs/fixtures.md",
  "docs/how-to/errors-and-what-to-do.md",
  "docs/how-to/operating.md",
  "docs/how-to/run-your-app.md",
  "docs/performance.md",
  "docs/persistence.md",
  "docs/property-testing.md",
  "docs/searching.md",
  "docs/security.md",
  "docs/testing.md",
]

/** Names of the pages that came after the limit for all guides. They only count against the limit for short guides. */
const LATER_PAGES = [
  "coverage-of-the-service",
  "cypress",
  "go-back-in-time",
  "next-and-nuxt",
  "opentelemetry",
  "report-a-bug",
  "seed-data",
  "storybook",
  "testcontainers",
  "vite",
  "vitest-browser",
  "why-was-it-refused",
]

const isLater = (page) => LATER_PAGES.includes(basename(page, ".md"))

const read = (path) => readFileSync(join(ROOT, path), "utf8")

const filesBelow = (folder, pattern) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => pattern.test(path) && !path.includes("node_modules"))
    .sort()

/** Words that a reader reads. Code blocks do not count. */
const countWords = (text) =>
  text
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, "")
    .split(/\s+/)
    .filter(Boolean).length

/** The part of CHANGELOG about a version. */
const changesOf = (version) =>
  read("CHANGELOG.md")
    .split(/^## /m)
    .find((part) => part.startsWith(`[${version}]`)) ?? ""

/** Pages that the index does not link to, and Japanese pages that their own index does not link to. */
function unreachable(pages) {
  const linked = new Set()
  for (const index of [INDEX, "docs/ja/index.md"])
    for (const [, path] of read(index).matchAll(/\]\((?!\w+:)([^)#\s]+)/g)) linked.add(join(index, "..", path))
  return pages.filter((page) => page !== INDEX && !linked.has(page))
}

const TEST_NAME = /\b(?:it|test)(?:\.each\([^)]*\))?\(\s*(["'`])((?:(?!\1)[^\\\n]|\\.)*)\1/g
const FRAGMENT =
  /^(?:of|not|again|that|and|also|but|or|where|which|whose|without|only|one|what|as|by|in|on|for|from|with|until|while)\b|\bone that\b|\bis given\b/

/** Whether a test's name lacks its subject or its verb, as far as its words show. */
export const isFragment = (name) => FRAGMENT.test(name)

const FILE_LEVEL_NAME = /^(?:export )?(?:(?:async )?function|const|let) (\w+)/gm
const LONE_PARTICIPLE =
  /^(?:(?!(?:seed|speed)$)[a-z]+ed|asked|built|caught|chosen|done|drawn|found|forgotten|given|gone|held|hidden|kept|known|left|lost|made|meant|said|sent|shown|sold|spoken|taken|thrown|told|won|written)$/
const LIMIT_WITHOUT_MAX = /^(?:MOST|LONGEST|LARGEST|BIGGEST)_/

/** Whether a file-level name is a past participle alone, or that of a limit that does not begin with `MAX_` (STYLE.md). */
export const isUnclearName = (name) => LONE_PARTICIPLE.test(name) || LIMIT_WITHOUT_MAX.test(name)

/** Measures the documents. `limit` is the highest value that a figure may have. */
export function measure() {
  const pages = filesBelow("docs", /\.md$/)
  const guides = pages.filter((page) => !page.startsWith("docs/reference/"))
  const words = new Map(guides.map((page) => [page, countWords(read(page))]))
  const others = guides.filter((page) => !LONG_PAGES.includes(page))
  const longest = (paths) => paths.reduce((most, path) => (words.get(path) > words.get(most) ? path : most))
  const names = filesBelow("test", /\.test\.tsx?$/).flatMap((path) =>
    [...read(path).matchAll(TEST_NAME)].map(([, , name]) => ({ path, name })),
  )
  const fragments = names.filter(({ name }) => isFragment(name))
  const unclear = ["bench", "dashboard", "emulator", "scripts", "site", "src", "test"]
    .flatMap((folder) => filesBelow(folder, /(?<!\.d)\.(?:mjs|tsx?)$/))
    .flatMap((path) =>
      [
        ...read(path)
          .replaceAll(/`[^`]*`/g, "")
          .matchAll(FILE_LEVEL_NAME),
      ].map(([, name]) => ({ path, name })),
    )
    .filter(({ name }) => isUnclearName(name))
  const figure = (name, value, limit, detail = "") => ({ name, value, limit, detail })
  return {
    figures: [
      figure("words of README", countWords(read("README.md")), 650),
      figure(
        "words of all guides",
        [...words].reduce((sum, [page, count]) => (isLater(page) ? sum : sum + count), 0),
        33_000,
      ),
      figure("words of the longest guide", words.get(longest(guides)), 2000, longest(guides)),
      figure("words of the longest short guide", words.get(longest(others)), 900, longest(others)),
      figure("words about 0.1.0 in CHANGELOG", countWords(changesOf("0.1.0")), 500),
      figure("pages that the index does not reach", unreachable(pages).length, 0, unreachable(pages).join(" ")),
      figure("names of tests that are fragments", fragments.length, 0, `of ${names.length}`),
      figure("file-level names that are unclear", unclear.length, 4),
    ],
    words,
    named: [...fragments, ...unclear],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { figures, words, named } = measure()
  const lines = figures.map(
    ({ name, value, limit, detail }) =>
      `${value <= limit ? "✓" : "✗"} ${name.padEnd(38)} ${String(value).padStart(6)} (≤ ${limit}) ${detail}`,
  )
  if (process.argv.includes("--why")) {
    const counts = [...words].sort(([, a], [, b]) => b - a)
    lines.push(...counts.map(([page, count]) => `${String(count).padStart(6)} ${page}`))
    lines.push(...named.map(({ path, name }) => `${path}: ${name}`))
  }
  process.stdout.write(`${lines.join("\n")}\n`)
}
