import { expect, test } from "vitest"
import { routesOf } from "../../emulator/api/contract/row.ts"
import { operationOf, rows } from "../../emulator/api/contract/table.ts"
import { tags } from "../../emulator/api/contract/tags.ts"

test("docs/reference/operations.md is what the table says", async () => {
  const sections = Object.entries(tags).map(([tag, title]) =>
    sectionOf(
      title,
      rows.filter(([, row]) => row.tag === tag),
    ),
  )
  const built = rows.filter(([, row]) => !row.planned).length
  const text = [introduction(rows.length, built), ...sections].join("\n\n")
  await expect(`${text}\n`).toMatchFileSnapshot("../../docs/reference/operations.md")
})

const introduction = (all: number, built: number): string => `# Operations

The API has ${all} operations: ${built} are built, and ${all - built} answer 501 \`NOT_IMPLEMENTED\` until they are. All paths are below
\`/api/v0\`; where an operation has several, the first is the main one. Made from the contract by \`npm run contract\`.

How it is known what an operation does:

- **seed**: it is among the operations that this product was asked to have, with rules of its own for each.
- **docs**: from the service's public documentation.
- **client**: from what the service's own client sends and reads.`

const sectionOf = (title: string, operations: typeof rows): string =>
  [
    `## ${title}`,
    "",
    "| operation | what it does | method and path | built | source |",
    "|---|---|---|---|---|",
    ...operations.map(lineOf),
  ].join("\n")

function lineOf([name, row]: (typeof rows)[number]): string {
  const routes = routesOf(row).map(({ method, path }) => `\`${method.toUpperCase()} ${path}\``)
  return `| ${operationOf(name)} | ${row.summary} | ${routes.join("<br>")} | ${row.planned ? "no" : "yes"} | ${row.source} |`
}
