import { operationOf, rows } from "../../emulator/api/index.ts"
import { cell, paragraphs, tableOf } from "./markdown.ts"
import type { Page } from "./page.ts"
import { type Origin, plain, type Statement, statementsOf } from "./statements.ts"

/** The reference pages that say where each rule comes from. */
const SUBJECTS = { api: "the API", model: "the domain", errors: "errors" } as const

type Subject = keyof typeof SUBJECTS

/** Creates a ledger for each reference page whose rules have origins. `read` returns a page's text. */
export const ledgerPages = (read: (path: string) => string): Page[] =>
  (Object.keys(SUBJECTS) as Subject[]).map((subject) => ledgerOf(subject, read(`reference/${subject}.md`)))

const ofSeed = new Set<string>(rows.filter(([, { source }]) => source === "seed").map(([name]) => operationOf(name)))
const ofClients = new Set<string>(
  rows.filter(([, { source }]) => source === "client").map(([name]) => operationOf(name)),
)

/** Returns where a rule comes from. A rule without a mark has the origin of the operation that it describes. */
export function originOf({ heading, text, isChoice, isOfClients }: Statement): Origin {
  if (isChoice) return "choice"
  const named = `${heading} ${/^\*\*([^*]+)\*\*/.exec(text)?.[1] ?? ""}`.match(/[A-Z]\w+/g) ?? []
  if (isOfClients || named.some((name) => ofClients.has(name))) return "client"
  return named.some((name) => ofSeed.has(name)) ? "seed" : "docs"
}

function ledgerOf(subject: Subject, text: string): Page {
  const statements = statementsOf(text)
  const sections = [...new Set(statements.map(({ heading }) => heading))].map((heading) =>
    statements.filter((statement) => statement.heading === heading),
  )
  const count = (some: readonly Statement[], origin: Origin) => some.filter((one) => originOf(one) === origin).length
  const origins = ["seed", "docs", "client", "choice"] as const
  return {
    path: `reference/ledger/${subject}.md`,
    text: `${paragraphs(
      `# Ledger: ${SUBJECTS[subject]}`,
      `This page gives the origin of each rule in the [reference of ${SUBJECTS[subject]}](../${subject}.md).
[How faithful Hexarium is](../../explanation/fidelity.md) explains the four origins.`,
      tableOf(
        ["section", ...origins],
        [
          ...sections.map((some) => [
            `[${cell(some[0]?.heading ?? "")}](../${subject}.md#${some[0]?.anchor ?? ""})`,
            ...origins.map((origin) => String(count(some, origin) || "")),
          ]),
          ["**all**", ...origins.map((origin) => `**${count(statements, origin)}**`)],
        ],
      ),
      ...sections.map((some) =>
        paragraphs(
          `## ${some[0]?.heading ?? ""}`,
          tableOf(
            ["rule", "origin"],
            some.map((statement) => [cell(plain(statement.text)), originOf(statement)]),
          ),
        ),
      ),
    )}\n`,
  }
}
