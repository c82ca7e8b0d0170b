import { type OperationName, operationOf, rows, type Tag, tags } from "../../emulator/api/index.ts"
import { pathOfOperation } from "./operation-pages.ts"
import { slugOf } from "./slug.ts"

/** A page in reading order, or a heading with the entries below it. */
export interface Entry {
  /** The entry's name in lists; by default, the page's heading. */
  readonly text?: string
  /** The page's path below `docs/`. */
  readonly page?: string
  /** The anchor of the same heading in the list of operations, for a heading without a page of its own. */
  readonly anchor?: string
  readonly entries?: readonly Entry[]
  readonly isClosed?: true
}

const pages = (...paths: readonly string[]): Entry[] => paths.map((page) => ({ page: `${page}.md` }))

const decision = (name: string): string => `decisions/${name}`

const OPERATIONS = "reference/operations.md"

const operationsOf = (tag: Tag): Entry => ({
  text: tags[tag],
  anchor: slugOf(tags[tag]),
  isClosed: true,
  entries: rows
    .filter(([, row]) => row.tag === tag)
    .map(([name]: readonly [OperationName, unknown]) => ({ text: operationOf(name), page: pathOfOperation(name) })),
})

/** The site's pages, in reading order. */
const CONTENTS: readonly Entry[] = [
  { text: "Begin", entries: pages("first-ten-minutes", "playground", "faq") },
  {
    text: "Tutorials",
    entries: pages(
      "tutorials/front-end",
      "tutorials/mails-and-clock",
      "tutorials/property-tests",
      "tutorials/your-own-workspace",
    ),
  },
  {
    text: "How to",
    entries: pages(
      ...[
        "how-to/ci",
        "docker",
        "how-to/run-your-app",
        "how-to/use-the-sdk",
        "how-to/from-mocks",
        "how-to/msw",
        "how-to/app-pages",
        "how-to/storybook",
        "how-to/vitest-browser",
        "how-to/cypress",
        "how-to/testcontainers",
        "how-to/opentelemetry",
        "browsers",
        "how-to/faults",
        "how-to/fill-a-screen",
        "how-to/why-was-it-refused",
        "how-to/report-a-bug",
        "how-to/coverage-of-the-service",
        "how-to/upload-and-download",
        "how-to/operating",
        "how-to/kubernetes",
        "how-to/release",
        "persistence",
        "scaling",
      ],
      ...[
        "testing",
        "client",
        "property-testing",
        "control-plane",
        "dashboard",
        "time",
        "mail-and-people",
        "searching",
      ],
    ),
  },
  {
    text: "Reference",
    entries: [
      { page: OPERATIONS, isClosed: true, entries: (Object.keys(tags) as Tag[]).map(operationsOf) },
      ...pages(
        "reference/api",
        "reference/examples",
        "reference/graphql",
        "reference/shapes",
        "reference/data-types",
        "reference/model",
      ),
      ...pages("how-to/errors-and-what-to-do", "reference/errors", "fixtures", "reference/fixtures"),
      ...pages(
        "reference/sdk",
        "reference/hub",
        "reference/insight",
        "cli",
        "reference/control-plane",
        "reference/control",
      ),
      ...pages("reference/upstream", "reference/store", "reference/metrics"),
    ],
  },
  {
    text: "Explanation",
    entries: pages(
      ...["explanation/worlds", "explanation/related-items-and-keys", "explanation/fidelity", "explanation/comparison"],
      ...["reference/ledger/api", "reference/ledger/model", "reference/ledger/errors"],
      ...["security", "performance", "architecture"],
      ...["state-is-a-value", "inputs-derive-responses-do-not", "settings-are-declared-once"].map(decision),
      ...["two-databases-one-port", "one-order-of-refusals"].map(decision),
    ),
  },
  {
    text: "日本語",
    entries: pages(
      ...["ja/index", "ja/first-ten-minutes", "ja/how-to/ci", "ja/docker", "ja/how-to/kubernetes"],
      ...["ja/how-to/msw", "ja/browsers", "ja/japanese-texts"],
    ),
  },
]

const FURTHER_SECTION = "How to"

/** Returns the contents of a site with these pages. Pages without an entry are listed after the how-to pages. */
export function contentsOf(paths: readonly string[]): Entry[] {
  const placed = new Set([...pagesOf(CONTENTS), "index.md"])
  const further = paths.filter((path) => !placed.has(path)).map((page) => ({ page }))
  const there = new Set(paths)
  return CONTENTS.map((group) => ({
    ...group,
    entries: [...(group.entries ?? []), ...(group.text === FURTHER_SECTION ? further : [])].filter(
      ({ page }) => page === undefined || there.has(page),
    ),
  }))
}

/** The pages of these entries, in reading order. */
export const pagesOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ page, entries: below = [] }) => [...(page === undefined ? [] : [page]), ...pagesOf(below)])
